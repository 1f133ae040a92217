/** The diff as a reviewer sees it: all of it but what looks like a secret, or none; lockfiles by what they pin. */
import { NeedsRevision } from '../../../authoring/outcomes.ts'
import type { Repository } from '../../../authoring/repository.ts'
import type { Worktree } from '../../../authoring/worktree.ts'
import { plainLine } from '../../../model/text/plain-line.ts'
import { MOST_CHARACTERS, untrusted } from '../../document/untrusted.ts'
import { isLockfile } from './lockfile.ts'
import { type LockfileChange, lockfileChange } from './lockfile-changes.ts'
import { maskedDiff } from './masked-diff.ts'

/** Two commits; what is in a worktree's folder does not matter. */
interface Compared {
  readonly repo: Pick<Repository, 'readAt'>
  readonly worktree: Pick<Worktree, 'changesBetween' | 'diff'>
  readonly from: string
  readonly to: string
}

/** Fenced in, with a note behind of what is masked in it. */
export async function shownDiff(
  options: Compared & {
    /** What a model has written is shown as it is, whatever it is. */
    readonly written: ReadonlySet<string>
  },
): Promise<string> {
  const { worktree, from, to, written } = options
  const changes = await lockfileChanges(options)
  const told = changes.filter(({ change }) => change.lines !== null)
  const replaced = new Set(told.map(({ path }) => path).filter((path) => !written.has(path)))
  const shown = (await changedPaths(options)).filter((path) => !replaced.has(path))
  const diff = maskedDiff(shown.length === 0 ? '' : await worktree.diff(from, to, shown))
  const text = [...(shown.length === 0 ? [] : [diff.text]), ...told.map(lockfileWords)].join('\n\n')
  if (text.length <= MOST_CHARACTERS) return untrusted('diff', text) + maskedNote(diff.masked)
  throw new NeedsRevision('checks-failed', 0, [
    `The diff is too large to be reviewed: ${text.length} characters, and at most ${MOST_CHARACTERS} are shown.`,
  ])
}

function maskedNote(places: readonly string[]): string {
  if (places.length === 0) return ''
  return `\n\nMasked in this diff, for it looks like a secret; the files have it:\n\n${places.map((place) => `- ${plainLine(place)}`).join('\n')}\n\nA secret that the work has added, and code that cannot be judged without the masked part, are findings that block.`
}

interface ChangedLockfile {
  readonly path: string
  readonly change: LockfileChange
}

/** Every lockfile that differs between two commits, by what it pins. */
export async function lockfileChanges(compared: Compared): Promise<ChangedLockfile[]> {
  const { repo, from, to } = compared
  const paths = (await changedPaths(compared)).filter(isLockfile)
  return Promise.all(
    paths.map(async (path) => {
      const [before, after] = await Promise.all([repo.readAt(from, path), repo.readAt(to, path)])
      return { path, change: lockfileChange(path, before, after) }
    }),
  )
}

function lockfileWords({ path, change }: ChangedLockfile): string {
  const lines = change.lines ?? []
  const doubts = change.doubts.map((doubt) => `- a person has allowed: ${doubt}`)
  return [`${path}, by package:`, ...lines.map((line) => `- ${line}`), ...doubts].join('\n')
}

async function changedPaths({ worktree, from, to }: Compared): Promise<string[]> {
  return (await worktree.changesBetween(from, to)).map(({ path }) => path)
}
