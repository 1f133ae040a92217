/** What a cut-off run leaves in a worktree, and what becomes of it. */
import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { implementProject } from '../rig/implement-project.ts'
import { killedAsking } from '../rig/lld-project.ts'

test('what is uncommitted in a worktree when the plug is pulled is kept, and told', async () => {
  const made = await implementProject({ designs: ['3'] })
  const { project, args, ask } = made
  await killedAsking(made, args('3'), 'implement.code')
  const worktree = join(project.worktrees, '3')
  project.write(`${worktree}/src/list.js`, '// half of an edit\n')
  project.write(`${worktree}/src/export-as-csv.js`, '// half of a file\n')
  project.write(`${worktree}/notes.txt`, 'not ours\n')
  project.write('.git/worktrees/3/index.lock', '') // of a git that was killed, too
  const { code, stdout } = await project.agentos(args('3'))
  expect(code).toBe(0)
  const ref = /is kept as (refs\/agentos\/leftover\/3\/\w+)/.exec(stdout)?.[1] ?? ''
  expect(ask('show', `${ref}:src/list.js`)).toBe('// half of an edit')
  expect(ask('show', `${ref}:src/export-as-csv.js`)).toBe('// half of a file')
  // A file of somebody's own is left where it is, and so is the worktree.
  expect(project.read(`${worktree}/notes.txt`)).toBe('not ours\n')
  expect(stdout).toContain('the worktree stays, for it has files that are not committed: notes.txt')
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/3-export-as-csv')).not.toContain('notes.txt')
})

test('a worktree that is gone is made again from what is saved, and set up again', async () => {
  const made = await implementProject({ designs: ['3'] })
  const { project, provider, args } = made
  project.write('agentos.config.mjs', "export default { implement: { setup: 'echo set up' } }")
  await killedAsking(made, args('3'), 'implement.code')
  execFileSync('rm', ['-rf', project.worktrees])
  const { code, stdout } = await project.agentos(args('3', '-v'))
  expect(stdout).toContain('[IMPL-3] set up')
  expect(code).toBe(0)
  expect(provider.statistics().repeated).toBe(0)
})

test('a worktree that loses its .git, or all state, in a run: the user’s branch and index stay, the item is built', async () => {
  const { project, provider, args, ask } = await implementProject({ designs: ['3'] })
  project.write('mine.txt', 'about to be committed by the user\n')
  project.git('add', 'mine.txt')
  const standing = () => [ask('rev-parse', 'HEAD'), ask('ls-files', '--stage')]
  const before = standing()
  const tests = provider.cut(({ task }) => task === 'implement.tests')
  const run = project.start(args('3'))
  await tests.unanswered(1)
  rmSync(join(project.worktrees, '3/.git'))
  const code = provider.cut(({ task }) => task === 'implement.code')
  tests.restore()
  await code.unanswered(1)
  renameSync(project.worktrees, `${project.worktrees}.gone`)
  renameSync(join(project.root, '.agentos'), join(project.root, '.gone')) // all of it at one moment
  rmSync(join(project.root, '.gone'), { recursive: true, force: true, maxRetries: 5 })
  code.restore()
  expect((await run.finished).code).toBe(0)
  expect(standing()).toEqual(before)
  expect(ask('log', '--format=%an', 'HEAD')).toBe('Demo')
  expect(ask('show', '--stat', '--format=', 'agentos/3-export-as-csv')).toContain(
    '3-implementation-report.md',
  )
})
