/** What models are shown of the repository, and how much of it. */
import type { Repository } from '../../authoring/repository.ts'
import type { ContextOptions, RepositoryContext, ShownFile } from '../../model/context.ts'
import { isSecretName } from '../../model/secrets/secret-file.ts'

/** In tokens. */
export const BUDGETS = {
  /** Rules, tree and outlines, before the drafter says what it wants to read. */
  map: 8_000,
  /** One answer to the drafter's look. */
  look: 16_000,
  /** The files that a reviewer needs for a document. */
  review: 20_000,
  /** Files that the drafter or the reviewer has not seen, and that a finding or a change now names. */
  named: 8_000,
  /** The answer to the reviewer's `needs`. */
  needs: 12_000,
}

/** Nothing, where nothing was asked for. */
export const NOTHING_SHOWN: RepositoryContext = {
  text: '',
  tokens: 0,
  shown: [],
  leftOut: [],
  refused: [],
}

export async function readContext(
  repo: Repository,
  question: string,
  options: ContextOptions,
): Promise<RepositoryContext> {
  if (options.show !== 'asked') {
    const { text, leftOut } = await repo.describe(question)
    const reasons = leftOut.map((reason) => {
      const [what = '', ...why] = reason.split(': ')
      return { what, why: why.join(': ') }
    })
    return { ...NOTHING_SHOWN, text, leftOut: reasons }
  }
  const { files = [], requests, already = [] } = options
  const known = new Set(already.map(({ path }) => path))
  const wanted = new Set([...files, ...(requests?.files ?? []).map(({ path }) => path)])
  const shown: ShownFile[] = []
  const texts: string[] = []
  for (const path of [...wanted].filter((one) => !known.has(one) && !isSecretName(one))) {
    const text = await repo.read(path).catch(() => undefined) // a path that leads away is no file
    if (text === undefined) continue
    const of = text.split('\n').length
    shown.push({ path, blob: '', lines: [[1, of]], of, tokens: 0 })
    texts.push(`### ${path}\n\n${text}`)
  }
  return { ...NOTHING_SHOWN, text: texts.join('\n'), shown }
}
