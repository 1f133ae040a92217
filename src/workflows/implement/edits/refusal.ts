/** An answer that was refused: what is wrong with all of it, and what of it is kept to be corrected by edits. */
import { isSecretName, maskSecrets } from '../../../model/secrets/secret-file.ts'
import { untrustedWhole } from '../../document/untrusted.ts'
import type { Build } from '../build.ts'
import { maskedWords } from '../diff/masked-diff.ts'
import type { Draft } from './judge-files.ts'

export interface Refusal {
  readonly reasons: readonly string[]
  /** The next answer is applied to it. */
  readonly draft: Draft
  /** Files whose edits did not fit: they are shown as they are. */
  readonly unfit: readonly string[]
}

/** A larger file is not shown again. */
const MOST_CHARACTERS = 40_000

/** For the prompt `refused`. */
export async function refusalWords(
  { worktree }: Pick<Build, 'worktree'>,
  { reasons, draft, unfit }: Refusal,
): Promise<Record<'reasons' | 'kept' | 'files', string>> {
  const files = await Promise.all(
    [...new Set(unfit)].map(async (path) =>
      fileShown(path, path in draft ? draft[path] : await worktree.read(path)),
    ),
  )
  return {
    reasons: reasonsShown(reasons),
    kept: keptWords(Object.keys(draft)),
    files: files.filter((file) => file !== '').join('\n\n'),
  }
}

/** Word for word: paths, names and lines in them are a model's. */
function reasonsShown(reasons: readonly string[]): string {
  return untrustedWhole('reasons', reasons.map((reason) => `- ${reason}`).join('\n'))
}

function keptWords(paths: readonly string[]): string {
  if (paths.length === 0) return 'Nothing of it is kept: all files are as they were before it.'
  const names = paths.map((path) => `\`${path}\``).join(', ')
  return `Kept as you have proposed it: ${names}. Your next answer is applied to that: correct it by edits and leave out what is right already; \`delete\` takes a new file back. All other files are as they were before.`
}

function fileShown(path: string, text: string | null | undefined): string {
  if (text === undefined || text === null || text.length > MOST_CHARACTERS) return ''
  if (isSecretName(path)) return ''
  const masked = maskSecrets(text)
  return `${path} as your edits find it:\n\n${untrustedWhole(path, masked.text)}${maskedWords(path, masked)}`
}
