import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { count, poolProject } from '../rig/pool-project.ts'
import { Project } from '../rig/project.ts'

const LIMIT = { requestsPerMinute: 4, windowMs: 2_400 }
const SHARED = { keys: [1, 2], requests: 4, headers: false }

test('two keys of one scope share its limit, and nothing is refused', async () => {
  const { provider, run } = await poolProject({
    protocol: 'anthropic',
    keys: [
      { scope: 'project', limits: LIMIT },
      { scope: 'project', limits: LIMIT },
    ],
    // Shorter than told: calls that were on their way for a second do not count as one burst with the next.
    scenario: { limits: [{ ...SHARED, windowMs: 800 }] },
  })
  expect((await run({ items: 2, calls: 4 }, '--parallel', '2')).code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 8, errors: {} })
})

test('the same two keys taken for two scopes are refused again and again', async () => {
  const { provider, run } = await poolProject({
    protocol: 'anthropic',
    keys: [{ limits: LIMIT }, { limits: LIMIT }],
    scenario: { limits: [{ ...SHARED, windowMs: 2_400 }] },
  })
  expect((await run({ calls: 8 })).code).toBe(0)
  expect(provider.statistics().errors['over-requests']).toBeGreaterThan(1)
})

test('while every key rests, one line says until when, nobody asks, and the run goes on by itself', async () => {
  const asked = new Set<string>()
  const bothAsked = Promise.withResolvers<number>()
  const { arrivals, provider, project, run } = await poolProject({
    keys: [{}, {}],
    answer: async (call, context) => {
      asked.add(call.key)
      if (asked.size === 2) bothAsked.resolve(Date.now() + 3_000)
      const waitMs = (await bothAsked.promise) - Date.now()
      if (waitMs <= 0) return defaultAnswer(call, context)
      return { error: 'rate', retryAfterMs: waitMs }
    },
  })
  const { code, stdout } = await run({ items: 3, calls: 2 }, '--parallel', '3')
  expect(code).toBe(0)
  expect(
    count(stdout, /Every credential for there:claude-x is rate-limited until \d\d:\d\d:\d\d \S+; /),
  ).toBe(1)
  expect(count(stdout, 'there:claude-x resumes.')).toBe(1)
  const events = project.events()
  const rests = events.filter((event) => event.type === 'pool-rested')
  const goesOn = events.find((event) => event.type === 'pool-resumed')
  const until = Math.min(...rests.map((event) => event.until))
  expect(goesOn?.at).toBeGreaterThanOrEqual(until)
  const grants = events.filter((event) => event.type === 'lease-granted')
  const before = grants.filter(({ seq }) => seq < (rests[0]?.seq ?? 0))
  expect(arrivals.filter(({ at }) => at < until)).toHaveLength(before.length)
  expect(provider.statistics()).toMatchObject({ answered: 6, repeated: 0 })
})

test('keys that rest until after the time limit stop the run at once, saying when to come back', async () => {
  const { provider, project, run } = await poolProject({
    keys: [{}, {}],
    answer: () => ({ error: 'rate', retryAfterMs: 60_000 }),
  })
  const { code, stdout } = await run({ items: 3 }, '--parallel', '3', '--timeout', '50s')
  expect(code).toBe(5)
  expect(stdout).toMatch(
    /Stopping \(every credential for there:claude-x is rate-limited until \d\d:\d\d:\d\d \S+, after the run’s time limit; run the command again then\)/,
  )
  expect(project.events().find((event) => event.type === 'run-stopping')).toMatchObject({
    cause: 'quota',
  })
  expect(provider.statistics().answered).toBe(0)
})

test('rate limits without end: every item fails with that reason after the bounded retries', async () => {
  const { provider, run } = await poolProject({
    keys: [{ limits: { windowMs: 100 } }, { limits: { windowMs: 100 } }],
    answer: () => ({ error: 'rate', retryAfterMs: 1 }),
  })
  const { code, stdout } = await run({ items: 3 }, '--parallel', '3')
  expect(code).toBe(1)
  expect(
    count(
      stdout,
      /What: step s1: calling there:claude-x failed with key-\d\n.*Why: {2}refused 6 times by rate limits/,
    ),
  ).toBe(3)
  expect(provider.statistics()).toMatchObject({ requests: 18, errors: { rate: 18 } })
})

test('a day’s quota that is used up ends the run with exit 5, and the next one knows without asking', async () => {
  let isNewDay = false
  const { provider, project, run } = await poolProject({
    keys: [{}, {}],
    answer: (call, context) => (isNewDay ? defaultAnswer(call, context) : { error: 'day-quota' }),
  })
  const limited = ['--timeout', '20s']
  const first = await run({ items: 2 }, ...limited)
  expect(first.code).toBe(5)
  expect(first.stdout).toMatch(
    /Credential key-1 has used up its daily quota for claude-x; next use .*\./,
  )
  expect(first.stdout).toMatch(
    /Stopping \(every credential for there:claude-x has used up its daily quota until .*; run the command again then\)/,
  )
  expect(provider.statistics()).toMatchObject({ requests: 2, errors: { 'day-quota': 2 } })

  const second = await run({ items: 2 }, ...limited)
  expect(second.code).toBe(5)
  expect(second.stdout).toMatch(
    /Every credential for there:claude-x has used up its daily quota until/,
  )
  expect(provider.statistics().requests).toBe(2)

  isNewDay = true
  letRestsEnd(project)
  const third = await run({ items: 2 }, ...limited)
  expect(third.code).toBe(0)
  expect(provider.statistics()).toMatchObject({ requests: 4, answered: 2 })
})

test('the built-in mock provider begins each run with whole quotas', async () => {
  const project = new Project()
  project.write(
    'mock.mjs',
    `export default {
       name: 'mock',
       collect: () => [{ id: 'a' }],
       run: (item, { step, ask }) => step('s', () => ask('drafter', { task: 's', text: 'Hello.' })),
     }`,
  )
  const rule = { answer: { error: 'day-quota' } }
  project.write('used-up.json', JSON.stringify({ rules: [rule] }))
  const args = ['run', 'mock.mjs', '--all', '--mock', '--timeout', '20s']
  expect((await project.agentos([...args, '--scenario', 'used-up.json'])).code).toBe(5)
  expect((await project.agentos(args)).code).toBe(0)
})

/** As if the time had come until which earlier runs found keys used up. */
function letRestsEnd(project: Project): void {
  const ledger = new DatabaseSync(join(project.root, '.agentos/ledger.db'))
  expect(ledger.prepare('UPDATE rests SET until = ?').run(Date.now()).changes).toBe(2)
  ledger.close()
}
