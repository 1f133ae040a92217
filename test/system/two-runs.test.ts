import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

test('two runs at the same time: every item runs once', async () => {
  const project = new Project()
  const args = ['run', project.workflow('five-steps'), '--all', '--parallel', '3']
  const env = { ITEMS: '12', STEP_MS: '15' }
  const [one, two] = await Promise.all([
    project.agentos(args, { env }),
    project.agentos(args, { env }),
  ])
  expect([one.code, two.code]).toEqual([0, 0])
  const effects = project.read('effects.log').trimEnd().split('\n')
  expect(new Set(effects).size).toBe(60)
  expect(effects).toHaveLength(60)
})

test('a run says who has an item, and goes on with the rest', async () => {
  const project = new Project()
  project.write('hold-i1-one', '')
  const env = { ITEMS: '3' }
  const first = project.start(['run', project.workflow('five-steps'), 'i1', '--json'], { env })
  await first.says('[FIVE-i1] holding at one')
  const { run } = await first.event('run-started')

  const second = await project.agentos(['run', 'five-steps.mts', '--all'], { env })
  expect(second.code).toBe(0)
  expect(second.stdout).toContain(
    `[FIVE-i1] skipped: run ${run} (process ${first.pid}) is working on it`,
  )
  expect(project.list('out')).toEqual(['i2.txt', 'i3.txt'])
  first.signal('SIGTERM')
  await first.finished
})

test('runs in linked worktrees share their locks', async () => {
  const project = new Project()
  project.workflow('five-steps')
  project.write('hold-i1-one', '')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.root, stdio: 'pipe' })
  git('init', '--quiet')
  git('add', 'five-steps.mts')
  git(
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@t',
    '-c',
    'commit.gpgsign=false',
    'commit',
    '--quiet',
    '-m',
    'x',
  )
  git('worktree', 'add', '--quiet', 'linked')

  const first = project.start(['run', 'five-steps.mts', '--all'])
  await first.says('[FIVE-i1] holding at one')
  const second = await project.agentos(['run', 'five-steps.mts', '--all'], { in: 'linked' })
  expect(second.stdout).toContain('is working on it')
  first.signal('SIGTERM')
  await first.finished
})
