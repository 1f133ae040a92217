import { expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import { Project } from '../rig/project.ts'

const SILENT = { rules: [{ when: {}, answer: { error: 'hang' } }] }

test('an endless loop and a hanging child are killed at their limit, and their slots used again', async () => {
  const project = stuckProject()
  const args = [...ARGS, '--parallel', '2', '--set', 'limits.idleTimeout=6s']
  const { code, stdout } = await project.agentos(args, { env: { ONLY: 'loop,child,f1,f2,f3' } })
  expect(code).toBe(1)
  for (const item of ['loop', 'child']) {
    expect(stdout).toContain(`[S-${item}]   What: no progress for 6s (limits.idleTimeout): killed`)
  }
  const failures = project
    .events()
    .flatMap((event) => (event.type === 'item-ended' ? (event.failure ?? []) : []))
  const failure = { reason: 'idle-timeout', limitMs: 6_000 }
  expect(failures).toEqual([failure, failure])
  expect(stdout).toContain('3 done, 2 failed')
  expect(project.processes()).toEqual([])
  expect(mostAtOnce(project.events())).toBe(2)
})

test('a silent model is given up at its limit, and the key serves the next call', async () => {
  const project = stuckProject({
    keys: 1,
    rules: [{ when: { attempt: 1 }, answer: { error: 'hang' } }],
  })
  const limits = ['limits.callTimeout=3s', 'limits.retries=5']
  const { code, stdout } = await project.agentos(
    [...ARGS, ...limits.flatMap((limit) => ['--set', limit])],
    { env: { ONLY: 'call,f1' } },
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /\[S-call\] stuck\.text: No answer from provider anthropic within 3 s .*; retry 1 of 5 in/,
  )
  expect(stdout).toContain('2 done')
})

test('a model that stays silent fails its item with that reason, the others are done', async () => {
  const project = stuckProject()
  const limits = ['limits.callTimeout=500ms', 'limits.retries=1']
  const { code, stdout } = await project.agentos(
    [...ARGS, ...limits.flatMap((limit) => ['--set', limit])],
    { env: { ONLY: 'call,f1' } },
  )
  expect(code).toBe(1)
  expect(stdout).toMatch(/\[S-call\] {3}What: no answer from provider anthropic .*, tried 2 times/)
  expect(stdout).toContain('1 done, 1 failed')
})

test('Ctrl+C in silent model calls, in a wait for a key and in a command with children: all gone', async () => {
  const project = stuckProject({ ...SILENT, keys: 1 })
  const items = ['call-1', 'call-2', 'child', 'loop']
  const run = project.start([...ARGS, '--json', '--parallel', '4'], {
    env: { ONLY: items.join(), AGENTOS_CREDENTIAL_LIMIT: '1' },
  })
  for (const item of items) await run.says(`[S-${item}] on its way`)
  await run.event('lease-granted')
  await run.event('lease-queued')
  await run.event('command-started')
  run.signal('SIGINT')
  const { code, stderr } = await run.finished
  expect(code).toBe(130)
  expect((await run.event('run-ended')).outcomes).toEqual({ interrupted: 4 })
  expect(stderr).toContain('Finished steps are saved. Resume with:')
  expect(project.processes()).toEqual([])
})

const ARGS = ['run', 'stuck.mjs', '--all', '--mock', '--scenario', 'silent.json']

function stuckProject(scenario: object = SILENT): Project {
  const project = new Project()
  project.workflow('stuck')
  project.write('silent.json', JSON.stringify(scenario))
  return project
}

function mostAtOnce(events: readonly Event[]): number {
  let running = 0
  let most = 0
  for (const { type } of events) {
    if (type === 'item-started') running += 1
    if (type === 'item-ended') running -= 1
    most = Math.max(most, running)
  }
  return most
}
