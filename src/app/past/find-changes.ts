import { FOLDERS } from '../../model/folders.ts'
import type { Change, Changes } from '../../reporters/page/changes.ts'
import type { Summary } from '../../reporters/view/summary.ts'
import { Git } from '../../repository/git/git.ts'

/** A page is read by people: so many, and so much of each. */
const MOST_CHANGES = 50
const MOST_BYTES = 200_000

/** What the items of a run have changed on their branches, as far as these are still there. */
export async function findChanges({ items }: Summary, root: string): Promise<Changes> {
  const git = new Git(root)
  const branches = items.flatMap(({ label, outcome, produced }) =>
    produced?.what === 'branch' && outcome === 'done'
      ? [{ label, branch: produced.where, base: produced.base }]
      : [],
  )
  const shown: Change[] = []
  for (const { label, branch, base } of branches.slice(0, MOST_CHANGES)) {
    const from = COMMIT.test(base ?? '') ? base : undefined
    const range = (name: string) => (from === undefined ? `HEAD...${name}` : `${from} ${name}`)
    const diff = await diffOf(git, branch, range(`refs/heads/${branch}`).split(' '))
    shown.push({ label, branch, range: range(branch), diff })
  }
  return { shown, left: branches.length - shown.length }
}

/** It comes from a file: nothing in it may be an option of git. */
const COMMIT = /^[0-9a-f]{40,64}$/

/** Of what is shown, the reports that come with the code are the last. */
const REPORTS = [`:(glob)**/*-report.md`, `:(glob)${FOLDERS.lineage}/**`]
const CODE = ['.', ...REPORTS.map((path) => path.replace('(glob)', '(exclude,glob)'))]

async function diffOf(git: Git, branch: string, range: string[]): Promise<Change['diff']> {
  try {
    const name = `refs/heads/${branch}`
    const { exitCode: isGone } = await git.try('show-ref', '--verify', '--quiet', name)
    if (isGone !== 0) return { missing: 'its branch was deleted' }
    const args = ['diff', '--no-color', '--no-ext-diff', ...range, '--']
    let text = ''
    let isCut = false
    for (const paths of [CODE, REPORTS]) {
      if (isCut) break
      const part = await git.tryBeginning(MOST_BYTES, ...args, ...paths)
      if (part.exitCode !== 0) return { missing: 'git cannot compare it with its base commit' }
      text += part.stdout
      isCut = part.isCut
    }
    if (text === '') return { missing: 'nothing on it differs; it may be merged' }
    // The last line may be half of one.
    return { text: text.slice(0, text.lastIndexOf('\n')), isCut }
  } catch (error) {
    const { syscall } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    if (syscall?.startsWith('spawn') === true) return { missing: 'git cannot be started' }
    throw error
  }
}
