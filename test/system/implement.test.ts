import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import implement from '../../src/workflows/implement/implement.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import { Project } from '../rig/project.ts'
import { savedSteps } from '../rig/saved-steps.ts'

/** Refuses what is committed on a branch for issue 4. */
const HOOK = `#!/bin/sh
echo the hook ran
case $(git symbolic-ref --short HEAD) in agentos/4*) exit 1 ;; esac
`

test('three designs: two built, each branch touches nothing foreign, all go together; one refused', async () => {
  const { project, args, ask, provider } = await implementProject()
  const three = ['1', '4', '6']
  project.write('.git/hooks/pre-commit', HOOK)
  chmodSync(join(project.root, '.git/hooks/pre-commit'), 0o755)
  const run = await project.agentos(args(...three, '--parallel=3'))
  expect(run.code).toBe(1)
  const latest = project.latestRun()
  expect(savedSteps(project, '1')).toEqual(expect.arrayContaining([...(implement.steps ?? [])]))
  expect(run.stdout).toContain('[IMPL-4] red, as expected: 3 new tests, none of which can run')
  expect(run.stdout).toContain('[IMPL-1] round 1: REVISE: The input has no bound')
  expect(run.stdout).toContain('[IMPL-6] refused, nothing written: "package.json": the design does')
  expect(run.stdout).toMatch(/needs-revision IMPL-6/)
  // A line for each phase; what tests print, those that are to fail above all, is in the log.
  expect(run.stdout.split('\n').length).toBeLessThan(45)
  expect(run.stdout).not.toMatch(/✖|✔|ERR_MODULE_NOT_FOUND|\] +at |saved \(/)
  expect(project.read(join(project.latestRun(), 'IMPL-4.log'))).toContain('ERR_MODULE_NOT_FOUND')

  const built = ['1-due-dates', '4-undo-the-last-change']
  for (const name of built) {
    const branch = `agentos/${name}`
    const [number = ''] = name.split('-')
    const slug = name.replace(/^\d+-/, '')
    const changed = ask('diff', '--name-only', `master...${branch}`).split('\n')
    expect(changed).toEqual([
      ...(number === '4' ? [] : [`docs/reports/${number}-implementation-report.md`]),
      `src/${slug}.js`,
      `test/${slug}.test.js`,
    ])
  }
  // The user's hooks run for the commit of the reports only; one that refuses keeps them off the branch.
  for (const name of ['IMPL-1', 'IMPL-4'])
    expect(project.read(join(latest, `${name}.log`)).match(/^the hook ran$/gm)).toHaveLength(1)
  expect(ask('log', '--format=%s', '-1', 'agentos/1-due-dates')).toBe('Issue 1: Due dates')
  const report = ask('show', 'agentos/1-due-dates:docs/reports/1-implementation-report.md')
  expect(report).toContain(
    'The design was approved with finding wording (tier 3) open: Name the message constants',
  ) // carried by the design
  expect(report).toContain('The input has no bound: fixed in round 2')
  expect(lastKept(project, '1', 'test-report')).toMatch(/\| red \|.*\| 1 \|/)

  // The refused one: nothing of it but its tests is committed, and its worktree waits.
  expect(ask('log', '--format=%s', 'master..agentos/6-version')).toBe('tests: --version (issue 6)')
  expect(project.list(project.worktrees)).toEqual(['6'])
  expect(ask('status', '--short')).toBe('?? docs/')

  // The same command has nothing left to do, and in a clone with the branches neither.
  const { answered } = provider.statistics()
  const again = await project.agentos(args(...three))
  expect(again.code).toBe(1) // one still needs revision
  expect(provider.statistics().answered).toBe(answered)
  const clone = new Project()
  rmSync(clone.root, { recursive: true })
  ask('clone', '--quiet', project.root, clone.root)
  execFileSync('cp', ['-r', join(project.root, 'docs'), clone.root])
  const { stdout } = await clone.agentos(args('--all', '--dry-run', '--json'))
  expect(JSON.parse(stdout).items.map(({ id }: { id: string }) => id)).toEqual(['2', '3', '5', '6'])

  // All of them merge with each other.
  const merge = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']
  for (const name of built) ask(...merge, `agentos/${name}`)
  execFileSync(process.execPath, ['--test', 'test/*.test.js'], { cwd: project.root, stdio: 'pipe' })

  // Merged, a branch still shows what was built on it; deleted, the page says so.
  ask('branch', '--delete', '--force', 'agentos/4-undo-the-last-change')
  const [id = ''] = /r-[0-9a-f]{8}/.exec(run.stdout) ?? []
  const page = await project.agentos(['report', id, '--format', 'html'])
  expect(page.stdout).toContain('+++ b/src/due-dates.js')
  expect(page.stdout).toMatch(/agentos\/4-undo-the-last-change.*: no diff: its branch was deleted/)

  ask('branch', '--delete', '--force', 'agentos/1-due-dates')
  expect((await project.agentos(args(...three))).stdout).toContain('Nothing to do')
})

test('a design edited after its approval is refused, and the command that is named helps', async () => {
  const { project, args } = await implementProject({ designs: ['2'] })
  const design = project.read('docs/lld/LLD-2.md')
  project.write(
    'docs/lld/LLD-2.md',
    design.replace('One pass over the input', 'Two passes over it'),
  )
  const refused = await project.agentos(['implement', '2', '--mock'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('docs/lld/LLD-2.md is not approved: it was edited after it')
  expect(refused.stderr).toMatch(/Run first: node .+ lld 2 --mock/)
  expect(existsSync(project.worktrees)).toBe(false)

  const all = await project.agentos(['implement', '--all', '--mock'])
  expect(all.stdout).toContain('Left out: IMPL-2: its design docs/lld/LLD-2.md is not approved')
  expect(all.stdout).toMatch(/Left out: IMPL-3: it has no design yet; run: node .+ lld 3/)

  expect((await project.agentos(['lld', '2', '--mock'])).code).toBe(0)
  const { code, stdout } = await project.agentos(args('LLD-2', '--dry-run', '--json'))
  expect(code).toBe(0)
  expect(JSON.parse(stdout).items).toMatchObject([{ id: '2' }])
})

test('approved by the mock provider only, it is not built with real models', async () => {
  const { project } = await implementProject({ designs: ['2'] })
  const { code, stderr } = await project.agentos(['implement', '2'])
  expect(code).toBe(2)
  expect(stderr).toContain('docs/lld/LLD-2.md was written by the mock provider')
})

test('a set-up that fails, or tests that fail before anything was changed, cost no model call', async () => {
  const { project, args, provider } = await implementProject({ designs: ['2'] })
  const config = (text: string) =>
    project.write('agentos.config.mjs', `export default { implement: ${text} }`)
  config("{ setup: 'echo setting up; exit 7' }")
  const failed = await project.agentos(args('2'))
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('[IMPL-2] setting up')
  expect(failed.stdout).toContain('command ended with exit code 7')
  const retry = await project.agentos(['retry', 'IMPL-2'])
  expect(retry.stdout).toContain(
    'IMPL-2 (mock provider) failed: it is pending and resumes after its last saved step',
  )
  config("{ test: 'exit 3' }")
  const broken = await project.agentos(args('2', '--fresh'))
  expect(broken.code).toBe(1)
  expect(broken.stdout).toContain('The tests fail before anything was changed (exit 3)')
  config("{ base: 'nowhere' }")
  const baseless = await project.agentos(args('2', '--fresh'))
  expect(baseless.code).toBe(2)
  expect(baseless.stderr).toContain('no branch or commit nowhere')
  expect(provider.statistics().answered).toBe(0)
})

test.each([
  ['a repository without a commit', true],
  ['a folder without a repository', false],
])('in %s nothing can be built: that is said at once, with what to do', async (_, isRepository) => {
  const project = new Project()
  if (isRepository) project.git('init', '--quiet')
  for (const number of [1, 2]) project.write(`issues/${number}-x.md`, `# Feature ${number}\n`)
  const { code, stdout, stderr } = await project.agentos(['implement', '--all', '--mock'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(
    'error: `agentos implement` needs a git repository with at least one commit',
  )
  expect(stderr).toContain('git commit')
  expect(project.exists('.agentos')).toBe(false)
})
