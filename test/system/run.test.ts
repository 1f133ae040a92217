import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import { Project, parseEvents } from '../rig/project.ts'

test('eight items at four: four overlap, output is prefixed, nothing is left, nothing runs again', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const env = { ITEMS: '8' }

  const first = await project.agentos(['run', workflow, '--all', '--parallel', '4'], {
    env: { ...env, MEET: '4' },
  })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(mostAtOnce(project.events())).toBe(4)
  for (const line of first.stdout.trimEnd().split('\n')) {
    expect(line).toMatch(/^\[(agentos|FIVE-i\d+)\] /)
  }
  expect(project.list('.agentos/checkpoints')).toEqual([])
  expect(project.list('.agentos/spool')).toEqual([])
  expect(project.list('out')).toHaveLength(8)
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(40)

  const again = await project.agentos(['run', workflow, '--all', '--parallel', '4'], { env })
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('Nothing to do for five-steps (8 done before).')
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(40)

  const sequential = new Project()
  sequential.workflow('five-steps')
  expect((await sequential.agentos(['run', workflow, '--all'], { env })).code).toBe(0)
  expect(mostAtOnce(sequential.events())).toBe(1)
  expect(sequential.list('out')).toEqual(project.list('out'))
  for (const file of project.list('out')) {
    expect(sequential.read(`out/${file}`)).toBe(project.read(`out/${file}`))
  }
})

test('more than ten at once are capped at ten, with a warning', async () => {
  const project = new Project()
  const workflow = project.workflow('five-steps')
  const env = { ITEMS: '11', MEET: '10' }
  const { code, stdout } = await project.agentos(['run', workflow, '--all', '--parallel', '15'], {
    env,
  })
  expect(code).toBe(0)
  expect(stdout).toContain('[agentos] Warning: 15 at once is above the cap; 10 items run at once')
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
    command: expect.stringMatching(
      /^node .*agentos\.cjs'? run five-steps\.mjs --all --parallel 2$/,
    ),
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
    'chain.mjs',
    `import { appendFileSync } from 'node:fs'
     export default {
       name: 'chain',
       collect: () => [{ id: 'roof', dependsOn: ['walls'] }, { id: 'walls', dependsOn: ['floor'] }, { id: 'floor' }],
       run: (item) => appendFileSync('order.log', item.id + '\\n'),
     }`,
  )
  const { code } = await project.agentos([
    'run',
    'chain.mjs',
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
  expect(again.stdout).toContain('Left out: FIVE-i1: done already')
  const fresh = await project.agentos(['run', workflow, 'FIVE-i1', '--fresh'])
  expect(fresh.code).toBe(0)
  expect(project.read('effects.log').trimEnd().split('\n')).toHaveLength(10)
})

test('with --fail-fast nothing starts after the first failure', async () => {
  const project = new Project()
  project.write(
    'shaky.mjs',
    `export default {
       name: 'shaky',
       collect: () => ['a', 'b', 'c'].map((id) => ({ id })),
       run: (item) => { if (item.id === 'a') throw new Error('a is broken') },
     }`,
  )
  const { code, stdout } = await project.agentos(['run', 'shaky.mjs', '--all', '--fail-fast'])
  expect(code).toBe(1)
  expect(stdout).toContain(
    '[SHAKY-a]   What: unexpected error\n[SHAKY-a]   Why:  a is broken (shaky.mjs:4)',
  )
  expect(stdout).toContain('  not started    2 items')
  expect(stdout).not.toContain('at run')
})

test('what an item says and what is said of it stand in the order in which they happened', async () => {
  const project = new Project()
  project.write(
    'talk.mjs',
    `export default {
       name: 'talk',
       collect: () => Array.from({ length: 6 }, (_, index) => ({ id: 'i' + index })),
       async run(item, { step, log }) {
         for (let n = 1; n <= 10; n++) {
           await step('s' + n, () => log('in s' + n))
           log('after s' + n)
         }
       },
     }`,
  )
  const { stdout } = await project.agentos(['run', 'talk.mjs', '--all', '--parallel', '3'])
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  const expected = numbers.flatMap((n) => [`in s${n}`, `s${n}: saved`, `after s${n}`])
  for (const id of [0, 1, 2, 3, 4, 5]) {
    const said = stdout.split('\n').filter((line) => line.startsWith(`[TALK-i${id}] `))
    const order = said.flatMap((line) => /(in s\d+|s\d+: saved|after s\d+)/.exec(line)?.[1] ?? [])
    expect(order).toEqual(expected)
  }
})

test('the example bakes eight loaves, several at a time, three at most', async () => {
  const project = new Project()
  const example = fileURLToPath(new URL('../../examples/bakery.mts', import.meta.url))
  project.write('bakery.mts', readFileSync(example, 'utf8'))
  const { code, stdout } = await project.agentos(['run', 'bakery.mts', '--all', '--parallel', '3'])
  expect(code).toBe(0)
  expect(stdout).toContain('8 done.')
  expect([2, 3]).toContain(mostAtOnce(project.events()))
  expect(project.list('shelf')).toHaveLength(8)
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
