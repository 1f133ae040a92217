import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { RUN_ENDED } from '../../../test/rig/view-of-run.ts'
import { RunView } from '../../reporters/view/run-view.ts'
import { type Summary, summaryOf } from '../../reporters/view/summary.ts'
import { findChanges } from './find-changes.ts'

const LINE = 'ä line of many bytes\n'

test('of a diff of any length the beginning is shown, in whole lines', async () => {
  const { root, base, branch } = repository()
  branch('small', { text: LINE, files: 1 })
  branch('huge', { text: LINE.repeat(150_000), files: 100 })
  branch('same', { text: '', files: 0 })
  const { shown } = await findChanges(summary(['small', 'huge', 'same', 'gone'], base), root)
  const [small, huge, ...others] = shown.map(({ diff }) => diff)
  const text = expect.stringMatching(/\n\+ä line of many bytes$/)
  expect(small).toEqual({ text, isCut: false })
  expect(huge).toEqual({ text, isCut: true })
  expect(JSON.stringify(huge).length).toBeLessThan(300_000)
  expect(others).toEqual([
    { missing: 'nothing on it differs; it may be merged' },
    { missing: 'its branch was deleted' },
  ])
})

test('code comes before the reports about it', async () => {
  const { root, base, branch } = repository()
  branch('built', { text: LINE, files: 2, report: '0-implementation-report.md' })
  const { shown } = await findChanges(summary(['built'], base), root)
  const files = JSON.stringify(shown[0]?.diff).match(/diff --git a\/\S+/g)
  expect(files).toEqual([
    ...['diff --git a/0.txt', 'diff --git a/1.txt'],
    'diff --git a/0-implementation-report.md',
  ])
})

test('where git cannot be started there is no diff, and that is said', async () => {
  const nowhere = join(temporaryFolder(), 'nowhere')
  const { shown } = await findChanges(summary(['small'], 'a'.repeat(40)), nowhere)
  expect(shown).toMatchObject([{ label: 'LLD-small', diff: { missing: 'git cannot be started' } }])
})

/** Branches are made without a checkout, from one text in so many files. */
function repository() {
  const root = temporaryFolder()
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      ...{ cwd: root, encoding: 'utf8', input },
    }).trim()
  git('', 'init', '--quiet')
  const base = git('', 'commit-tree', '-m', 'base', git('', 'mktree'))
  const branch = (
    name: string,
    { text, files, report }: { text: string; files: number; report?: string },
  ) => {
    const blob = git(text, 'hash-object', '-w', '--stdin')
    const rows = Array.from({ length: files }, (_, index) => `100644 blob ${blob}\t${index}.txt\n`)
    if (report !== undefined) rows.push(`100644 blob ${blob}\t${report}\n`)
    const tree = git(rows.join(''), 'mktree')
    git('', 'branch', name, git('', 'commit-tree', '-p', base, '-m', name, tree))
  }
  return { root, base, branch }
}

/** Of a run whose items have each made a branch of their name. */
function summary(branches: readonly string[], base: string): Summary {
  const view = new RunView()
  const facts = branches.flatMap((where) => [
    queued(where),
    of(where, { type: 'item-produced', what: 'branch', where, base }),
    of(where, { type: 'item-ended', outcome: 'done' }),
  ])
  const all = [runStarted(branches.length), ...facts, RUN_ENDED]
  for (const event of eventsOf(all)) view.add(event)
  return summaryOf(view)
}
