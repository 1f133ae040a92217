import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = ['--set', 'limits.memory=150mb']

test('a worker beyond its memory limit is killed and its item goes on in a new one, at most twice', async () => {
  const { project, code, stdout } = await hungry('always,first-time,fine')
  expect(code).toBe(1)
  expect(stdout).toContain('[HUNGRY-first-time] begin: ✓ cached')
  expect(stdout).toMatch(
    /\[HUNGRY-first-time\] resuming in a new worker \(attempt 2\): its worker and the processes started by it used \d+ MB of memory \(limit 150 MB\)/,
  )
  expect(stdout).toContain('[HUNGRY-first-time] done')
  expect(stdout).toContain('[HUNGRY-fine] done')
  const failures = failuresOf(project)
  expect(failures).toMatchObject([
    { reason: 'memory-limit', limitBytes: 150 * MEGABYTE, attempts: 3 },
  ])
  expect(stdout).toContain('Do:   raise the limit with --set limits.memory=…')
})

test('what a worker has started counts, also in a session of its own', async () => {
  const { project, code } = await hungry('grandchild', '--set', 'limits.restarts=0')
  expect(code).toBe(1)
  expect(failuresOf(project)).toMatchObject([{ reason: 'memory-limit', attempts: 1 }])
  expect(project.processes()).toEqual([])
})

test('a heap that outgrows the limit before anybody looks ends its worker, which says why', async () => {
  const { project, code } = await hungry('heap', '--set', 'limits.restarts=0')
  expect(code).toBe(1)
  const [failure] = failuresOf(project)
  if (failure?.reason !== 'memory-limit') {
    expect(failure).toMatchObject({ reason: 'worker-died', attempts: 1 })
    expect(JSON.stringify(failure)).toContain('heap out of memory')
  }
})

test('a worker that dies fails with its signal and the last it printed, without any key', async () => {
  const project = new Project()
  project.write(
    'agentos.config.mjs',
    `export default { credentials: [{ id: 'mine', provider: 'google', from: 'env:MY_KEY' }] }`,
  )
  const env = { ONLY: 'abort', MY_KEY: 'sk-very-secret', LEAKED: 'sk-very-secret' }
  const args = ['run', project.workflow('hungry'), '--all', '--set', 'limits.restarts=1']
  const { code, stdout } = await project.agentos(args, { env })
  expect(code).toBe(1)
  expect(failuresOf(project)).toMatchObject([
    { reason: 'worker-died', signal: 'SIGABRT', attempts: 2 },
  ])
  expect(JSON.stringify(failuresOf(project))).toContain('about to give up on [secret mine]')
  expect(stdout).toContain(
    'its worker died 2 times (SIGABRT): it last printed: about to give up on [secret mine]',
  )
  const files = ['summary.json', 'summary.md', 'events.jsonl', 'HUNGRY-abort.log']
  for (const name of files) {
    expect(project.read(`${project.latestRun()}/${name}`)).not.toContain('sk-very')
  }
})

async function hungry(items: string, ...flags: string[]) {
  const project = new Project()
  const args = ['run', project.workflow('hungry'), '--all', ...LIMIT, ...flags]
  const { code, stdout } = await project.agentos(args, { env: { ONLY: items } })
  return { project, code, stdout }
}

function failuresOf(project: Project) {
  return project
    .events()
    .flatMap((event) =>
      event.type === 'item-ended' && event.failure !== undefined ? [event.failure] : [],
    )
}
