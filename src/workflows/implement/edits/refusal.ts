/** An answer that was refused: what is wrong with all of it, and what of it is kept to be corrected by edits. */
import { isSecretName, maskSecrets } from '../../../model/secrets/secret-file.ts'
import { untrusted, untrustedWhole } from '../../document/untrusted.ts'
import type { Build } from '../build.ts'
import { maskedWords } from '../diff/masked-diff.ts'
import type { Draft } from './judge-files.ts'

export interface Refusal {
  readonly reasons: readonly string[]
  /** The next answer is applied to it. */
  readonly draft: Draft
  /** Files whose edits did not fit. */
  readonly unfit: readonly string[]
  /** What was run to find out, if anything. */
  readonly ran?: { readonly command: string; readonly output: string }
}

/** A larger file is not shown again. */
const MOST_CHARACTERS = 40_000

/** Files that have changed since they were shown, and that edits did not fit: no older state is to be guessed from. */
export function shownAgain(
  { written }: Pick<Build, 'written'>,
  { draft, unfit }: Refusal,
): readonly string[] {
  return [...new Set(unfit)].filter((path) => path in draft || written.has(path))
}

/** For the prompt `refused`. */
export async function refusalWords(
  build: Pick<Build, 'worktree' | 'written'>,
  refusal: Refusal,
): Promise<Record<'reasons' | 'ran' | 'kept' | 'files', string>> {
  const { reasons, draft, ran } = refusal
  const files = await Promise.all(
    shownAgain(build, refusal).map(async (path) =>
      fileShown(path, path in draft ? draft[path] : await build.worktree.read(path)),
    ),
  )
  return {
    // Word for word: paths, names and lines in them are a model's.
    reasons: untrustedWhole('reasons', reasons.map((reason) => `- ${reason}`).join('\n')),
    ran:
      ran === undefined
        ? ''
        : `\`${ran.command}\` was run, and printed last:\n\n${untrusted('output', ran.output)}`,
    kept: keptWords(Object.keys(draft)),
    files: files.filter((file) => file !== '').join('\n\n'),
  }
}

/** What is kept, for somebody who has not followed the conversation so far. */
export function keptShown({ draft }: Refusal): string {
  const files = Object.entries(draft).map(([path, text]) =>
    text === null ? `${path}: to be deleted.` : fileShown(path, text),
  )
  return ['Your last answer, as far as it is kept:', ...files].join('\n\n')
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
