import type { Change } from '../reporters/page/changes.ts'
import type { Summary } from '../reporters/summary.ts'
import { Git } from '../repository/git.ts'

/** A page is read by people: so many, and so much of each. */
const MOST_CHANGES = 50
const MOST_CHARACTERS = 200_000

/** What the items of a run have changed on their branches, as far as these are still there. */
export async function findChanges({ items }: Summary, root: string): Promise<Change[]> {
  const git = new Git(root)
  const changes: Change[] = []
  for (const { label, outcome, produced } of items) {
    if (produced?.what !== 'branch' || outcome !== 'done') continue
    if (changes.length === MOST_CHANGES) break
    const branch = produced.where
    const range = `HEAD...refs/heads/${branch}`
    const { exitCode, stdout } = await git.try('diff', '--no-color', '--no-ext-diff', range, '--')
    const diff = stdout.trimEnd()
    if (exitCode !== 0 || diff === '') continue // merged, renamed or deleted since
    const isCut = diff.length > MOST_CHARACTERS
    changes.push({ label, branch, diff: diff.slice(0, MOST_CHARACTERS), isCut })
  }
  return changes
}
