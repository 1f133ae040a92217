/** The diff as a reviewer sees it: all that a model has a hand in, or none of it. */
import { matchesGlob } from 'node:path'
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { Worktree } from '../../authoring/worktree.ts'
import { MOST_CHARACTERS } from '../document/untrusted.ts'
import { isTestPath } from './scope.ts'
import type { ImplementSettings } from './settings.ts'

export async function shownDiff(options: {
  readonly worktree: Pick<Worktree, 'changesSince' | 'diff'>
  readonly from: string
  readonly to: string
  /** What only tools have made, such as a lockfile; it is counted, not shown. */
  readonly isMade: (path: string) => boolean
}): Promise<string> {
  const { worktree, from, to, isMade } = options
  const paths = (await worktree.changesSince(from)).map(({ path }) => path)
  const written = paths.filter((path) => !isMade(path))
  const parts = written.length === 0 ? [] : [await worktree.diff(from, to, written)]
  const counts: string[] = []
  for (const path of paths.filter(isMade))
    counts.push(...countOf(path, await worktree.diff(from, to, [path])))
  if (counts.length > 0) parts.push(`Made by tools, and not shown:\n${counts.join('\n')}`)
  const text = parts.join('\n\n')
  if (text.length <= MOST_CHARACTERS) return text
  throw new NeedsRevision('checks-failed', 0, [
    `The diff is too large to be reviewed: ${text.length} characters, and at most ${MOST_CHARACTERS} are shown.`,
  ])
}

/** No design names it, no model has written it, and no test is it: only a tool had a hand in it. */
export function isMadeByTools(
  path: string,
  {
    settings,
    named,
    written,
  }: {
    readonly settings: Pick<ImplementSettings, 'allowedPaths' | 'testPaths'>
    readonly named: readonly string[]
    readonly written: ReadonlySet<string>
  },
): boolean {
  return (
    settings.allowedPaths.some((glob) => matchesGlob(path, glob)) &&
    !isTestPath(path, settings.testPaths) &&
    !named.includes(path) &&
    !written.has(path)
  )
}

/** None if it is untracked, so that no commit has it. */
function countOf(path: string, diff: string): string[] {
  if (diff === '') return []
  const lines = diff.slice(diff.indexOf('\n@@')).split('\n')
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
  return [`- ${path}: ${count('+')} lines added, ${count('-')} removed`]
}
