import { expect, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import type { Event } from '../../src/model/event.ts'
import { poolProject } from '../rig/pool-project.ts'

const ONE_AT_A_TIME = { concurrency: 1 }

test('a key that turns invalid is asked twice, the others finish, and the summary names it', async () => {
  let byKey2 = 0
  const { provider, project, run } = await poolProject({
    keys: [ONE_AT_A_TIME, ONE_AT_A_TIME],
    latencyMs: 150,
    answer: (call, context) => {
      const isInvalid = call.key.endsWith('2') && ++byKey2 > 2
      return isInvalid ? { error: 'invalid-key' } : defaultAnswer(call, context)
    },
  })
  const { code, stdout } = await run({ steps: 7, calls: 2 })
  expect(code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 14, errors: { 'invalid-key': 2 } })
  expect(stdout).toContain('Credential key-2 is not accepted; it is not used any more.')
  expect(stdout).toContain('Credential key-2: not accepted any more, after 4 calls')
  const folder = project.latestRun()
  expect(project.read(`${folder}/summary.md`)).toMatch(
    /\| key-2 \| 4 \| 2 \| 0 \| not accepted any more/,
  )
  expect(JSON.parse(project.read(`${folder}/summary.json`)).credentials).toMatchObject([
    { id: 'key-1', calls: 12, answered: 12, rejected: false },
    { id: 'key-2', calls: 4, answered: 2, notAccepted: 2, rejected: true },
  ])
})

test('when no key is accepted any more, the items fail with that reason, exit 4', async () => {
  const { provider, run } = await poolProject({
    keys: [ONE_AT_A_TIME, ONE_AT_A_TIME],
    answer: () => ({ error: 'invalid-key' }),
  })
  const { code, stdout } = await run({ items: 3 }, '--parallel', '3')
  expect(code).toBe(4)
  expect(stdout).toMatch(
    /No credential for there is accepted any more\. Credential key-\d refused \(\d{3}: \S/,
  )
  expect(stdout).not.toMatch(/retry \d of/)
  expect(stdout).toContain(': 3 failed.')
  expect(provider.statistics()).toMatchObject({ requests: 4, errors: { 'invalid-key': 4 } })
})

test('while the provider is down one call at a time finds out, and no item fails', async () => {
  const { provider, project, run } = await poolProject({
    keys: [{}, {}],
    scenario: { rules: [{ when: { untilMs: 1_500 }, answer: { error: 'overloaded' } }] },
  })
  const { code, stdout } = await run({ items: 3, calls: 3 }, '--parallel', '3')
  expect(code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 9, repeated: 0 })
  expect(stdout).toMatch(
    /Provider there failing \(HTTP 503\) since \d\d:\d\d:\d\d \S+; one request at a time until it answers, \d/,
  )
  expect(stdout).toContain('Provider there answers again.')
  expect(firstProbe(project.events())).toEqual(['lease-granted', 'lease-returned'])
})

test('a worker that is killed while it holds the only key gives it up at once', async () => {
  const asked = Promise.withResolvers<void>()
  const { provider, project, arrivals, start } = await poolProject({
    keys: [ONE_AT_A_TIME],
    answer: (call, context) => {
      asked.resolve()
      return arrivals.length === 1 ? { error: 'hang' } : defaultAnswer(call, context)
    },
  })
  const run = start({ items: 2 }, '--parallel', '2', '--json')
  const held = await run.event('lease-granted')
  await asked.promise
  const waiting = await run.event('lease-queued', ({ why }) => why === 'busy')
  expect(waiting.item).not.toBe(held.item)
  const { worker } = await run.event('item-started', ({ item }) => item === held.item)
  process.kill(worker, 'SIGKILL')
  expect((await run.finished).code).toBe(0)
  const order = project
    .events()
    .filter(({ type }) => type === 'worker-exited' || type === 'lease-granted')
    .map((event) => ('item' in event ? `${event.type} ${event.item}` : ''))
  expect(order.slice(0, 3)).toEqual([
    `lease-granted ${held.item}`,
    `lease-granted ${waiting.item}`,
    `worker-exited ${held.item}`,
  ])
  expect(provider.statistics()).toMatchObject({ answered: 2, repeated: 0 })
})

test('with fewer keys than workers, items start only as far as the keys can feed them', async () => {
  const { provider, project, run } = await poolProject({ keys: [ONE_AT_A_TIME], latencyMs: 100 })
  expect((await run({ items: 8, steps: 2 }, '--parallel', '6')).code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 16, mostAtOnce: 1 })
  const events = project.events()
  const starts = events.filter((event) => event.type === 'item-started')
  expect(starts).toHaveLength(8)
  for (const { seq } of starts) {
    expect(waitingItems(events.filter((event) => event.seq < seq)).size).toBeLessThan(2)
  }
})

test.each([
  ['for a key that another call has', { error: 'hang' }],
  ['for keys that all rest', { error: 'rate', retryAfterMs: 60_000 }],
] as const)('Ctrl+C ends the wait %s, and nothing is asked twice later', async (_, trouble) => {
  const troubled = Promise.withResolvers<void>()
  let isLater = false
  const { provider, project, arrivals, start, run } = await poolProject({
    keys: [ONE_AT_A_TIME],
    answer: (call, context) => {
      if (isLater || arrivals.length === 1) return defaultAnswer(call, context)
      troubled.resolve()
      return trouble
    },
  })
  const shape = { items: 2, steps: 2 }
  const started = start(shape, '--parallel', '2', '--json')
  await troubled.promise
  const isWaiting = ({ item }: { item: string }) => waitingItems(project.events()).has(item)
  const { item } = await started.event('lease-queued', isWaiting)
  started.signal('SIGINT')
  const { code, stderr } = await started.finished
  expect(code).toBe(130)
  expect(stderr).toContain(`[ASK-${item}] not answered: The run is being stopped.`)
  isLater = true
  expect((await run(shape, '--parallel', '2')).code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 4, repeated: 0 })
})

/** What happens first when the circuit is open: calls from before do not count. Later probes may have company. */
function firstProbe(events: readonly Event[]): string[] {
  const opened = events.findIndex(({ type }) => type === 'circuit-opened')
  const later = events.slice(opened)
  const probe = later.find((event) => event.type === 'lease-granted')?.lease
  return later
    .filter(
      (event) =>
        event.type === 'lease-granted' ||
        (event.type === 'lease-returned' && event.lease === probe),
    )
    .map(({ type }) => type)
    .slice(0, 2)
}

/** Items that wait for a lease when these events have happened. */
function waitingItems(events: readonly Event[]): Set<string> {
  const calls = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'lease-queued') calls.set(`${event.item} ${event.call}`, event.item)
    if (event.type === 'lease-granted' || event.type === 'lease-refused')
      calls.delete(`${event.item} ${event.call}`)
    if (event.type !== 'worker-exited') continue
    for (const [call, item] of calls) if (item === event.item) calls.delete(call)
  }
  return new Set(calls.values())
}
