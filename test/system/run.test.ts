import { expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import { Project, parseEvents } from '../rig/project.ts'

test('twenty items at four: four overlap, output is prefixed, nothing is left, nothing runs again', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const env = { ITEMS: '20' }

  const first = await project.agentos(['run', workflow, '--all', '--parallel', '4'], { env })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(mostAtOnce(project.events())).toBe(4)
  for (const line of first.stdout.trimEnd().split('\n')) {
    expect(line).toMatch(/^\[(COORDINATOR|FIVE-i\d+)\] /)
  }
  expect(project.list('.agentos/checkpoints')).toEqual([])
  expect(project.list('.agentos/spool')).toEqual([])
  expect(project.list('out')).toHaveLength(20)
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(100)

  const again = await project.agentos(['run', workflow, '--all', '--parallel', '4'], { env })
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('Nothing to do for five-steps (20 done before).')
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(100)

  const sequential = new Project()
  sequential.workflow('five-steps')
  expect((await sequential.agentos(['run', workflow, '--all'], { env })).code).toBe(0)
  expect(mostAtOnce(sequential.events())).toBe(1)
  expect(sequential.list('out')).toEqual(project.list('out'))
  for (const file of project.list('out')) {
    expect(sequential.read(`out/${file}`)).toBe(project.read(`out/${file}`))
  }
})

test('fifteen at once are capped at ten, with a warning', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const env = { ITEMS: '15', STEP_MS: '150' }
  const { code, stdout } = await project.agentos(['run', workflow, '--all', '--parallel', '15'], {
    env,
  })
  expect(code).toBe(0)
  expect(stdout).toContain(
    '[COORDINATOR] Warning: 15 at once is above the cap; 10 items run at once',
  )
  expect(mostAtOnce(project.events())).toBe(10)
})

test('with --json stdout is events only, numbered without gaps, the same as in events.jsonl', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const { code, stdout, stderr } = await project.agentos(['run', workflow, '--all', '--json'], {
    env: { ITEMS: '3' },
  })
  expect(code).toBe(0)
  const events = parseEvents(stdout)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', exitCode: 0, outcomes: { done: 3 } })
  expect(events).toEqual(project.events())
  expect(stderr).toContain('[FIVE-i1] one: saved')
})

test('every run leaves its logs, its events and its summary', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  await project.agentos(['run', workflow, '--all', '--parallel', '2'], { env: { ITEMS: '2' } })
  const folder = project.latestRun()
  expect(project.list(folder)).toEqual([
    'FIVE-i1.log',
    'FIVE-i2.log',
    'coordinator.log',
    'events.jsonl',
    'summary.json',
    'summary.md',
  ])
  expect(JSON.parse(project.read(`${folder}/summary.json`))).toMatchObject({
    workflow: 'five-steps',
    exitCode: 0,
    mostAtOnce: 2,
    command: 'agentos run five-steps.mts --all --parallel 2',
    items: [
      { id: 'i1', label: 'FIVE-i1', outcome: 'done', attempts: 1, stepsSaved: 6, stepsReused: 0 },
      { id: 'i2', label: 'FIVE-i2', outcome: 'done', attempts: 1, stepsSaved: 6, stepsReused: 0 },
    ],
  })
  expect(project.read(`${folder}/summary.md`)).toContain('| FIVE-i2 | i2 | done |')
  expect(project.read('.agentos/.gitignore')).toBe('*\n')
})

test('items wait for what they depend on, also when named in another order', async () => {
  const project = new Project()
  project.write(
    'chain.mts',
    `import { appendFileSync } from 'node:fs'
     export default {
       name: 'chain',
       collect: () => [{ id: 'roof', dependsOn: ['walls'] }, { id: 'walls', dependsOn: ['floor'] }, { id: 'floor' }],
       run: (item) => appendFileSync('order.log', item.id + '\\n'),
     }`,
  )
  const { code } = await project.agentos([
    'run',
    'chain.mts',
    'roof',
    'walls',
    'floor',
    '--parallel=3',
  ])
  expect(code).toBe(0)
  expect(project.read('order.log')).toBe('floor\nwalls\nroof\n')
})

test('--fresh starts a named item over; without it a done item stays done', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  await project.agentos(['run', workflow, 'i1'])
  const again = await project.agentos(['run', workflow, 'FIVE-i1'])
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('FIVE-i1 is left out: it is done already')
  const fresh = await project.agentos(['run', workflow, 'FIVE-i1', '--fresh'])
  expect(fresh.code).toBe(0)
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(10)
})

test('with --fail-fast nothing starts after the first failure', async () => {
  const project = new Project()
  project.write(
    'shaky.mts',
    `export default {
       name: 'shaky',
       collect: () => ['a', 'b', 'c'].map((id) => ({ id })),
       run: (item) => { if (item.id === 'a') throw new Error('a is broken') },
     }`,
  )
  const { code, stdout } = await project.agentos(['run', 'shaky.mts', '--all', '--fail-fast'])
  expect(code).toBe(1)
  expect(stdout).toContain('[SHAKY-a]   What: the workflow threw: a is broken')
  expect(stdout).toContain('[SHAKY-b] skipped: another item failed and --fail-fast was given')
  expect(stdout).not.toContain('at run')
})

test('state goes under AGENTOS_HOME when that is set', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const env = { AGENTOS_HOME: `${project.root}/elsewhere` }
  expect((await project.agentos(['run', workflow, '--all'], { env })).code).toBe(0)
  expect(project.exists('.agentos')).toBe(false)
  expect(project.list('elsewhere')).toHaveLength(1)
})

function mostAtOnce(events: readonly Event[]): number {
  let running = 0
  let most = 0
  for (const event of events) {
    if (event.type === 'item-started' && event.attempt === 1) running += 1
    if (event.type === 'item-ended' && event.skip === undefined) running -= 1
    most = Math.max(most, running)
  }
  return most
}
