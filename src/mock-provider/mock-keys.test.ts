import { expect, test } from 'vitest'
import { mockKeys } from './mock-keys.ts'
import { parseScenario, type ScenarioInput } from './scenario/scenario.ts'

test('a scenario that counts no keys has one without a number, for each provider', () => {
  const alone = [{ number: null, sharedBy: null }]
  expect(keysOf({})).toEqual({ google: alone, anthropic: alone, openai: alone })
})

test('each key has its own scope, unless a limit is shared', () => {
  const shared = (limits: NonNullable<ScenarioInput['limits']>) =>
    keysOf({ keys: 3, limits }).google.map(({ sharedBy }) => sharedBy)
  expect(shared([])).toEqual([null, null, null])
  expect(shared([{ requests: 1 }])).toEqual([null, null, null])
  expect(shared([{ keys: [1, 3], requests: 1 }])).toEqual(['1+3', null, '1+3'])
  expect(shared([{ keys: [2], requests: 1 }])).toEqual([null, null, null])
  expect(shared([{ keys: '*', requests: 1 }])).toEqual(['*', '*', '*'])
  expect(shared([{ keys: '*', requests: 1, known: 'nothing' }])).toEqual([null, null, null])
  expect(shared([{ keys: '*', requests: 1, provider: 'openai' }])).toEqual([null, null, null])
})

test('limits are known only if the scenario says so; slots that are shared cannot be told', () => {
  const keys = keysOf({
    keys: 2,
    limits: [
      { keys: [1], requests: 20, windowMs: 3_000, known: 'limits' },
      { keys: [1], concurrency: 3, known: 'limits' },
      { keys: '*', concurrency: 4, known: 'limits' },
      { keys: [2], requests: 9 },
    ],
  })
  expect(keys.openai).toEqual([
    {
      number: 1,
      sharedBy: null,
      concurrency: 3,
      limits: { requestsPerMinute: 20, windowMs: 3_000 },
    },
    { number: 2, sharedBy: null },
  ])
})

function keysOf(scenario: ScenarioInput) {
  return mockKeys(parseScenario(scenario, 'test'))
}
