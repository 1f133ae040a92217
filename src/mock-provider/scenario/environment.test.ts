import { expect, test } from 'vitest'
import { withEnvironment } from './environment.ts'
import { parseScenario } from './scenario.ts'

const scenario = parseScenario({ rules: [{ answer: { latencyMs: 1 } }] }, 'test')

test('nothing set, nothing changed', () => {
  expect(withEnvironment(scenario, { AGENTOS_SIMULATE_429: '' })).toEqual(scenario)
})

test.each([
  ['3', { every: 3 }],
  ['first:2', { first: 2 }],
])('AGENTOS_SIMULATE_429=%s refuses before all other rules', (value, when) => {
  const { rules, limits } = withEnvironment(scenario, { AGENTOS_SIMULATE_429: value })
  expect(rules).toEqual([{ when, answer: { error: 'rate' } }, ...scenario.rules])
  expect(limits).toEqual([])
})

test('AGENTOS_CREDENTIAL_LIMIT is requests a minute for each key', () => {
  const { rules, limits } = withEnvironment(scenario, { AGENTOS_CREDENTIAL_LIMIT: '5' })
  expect(rules).toEqual(scenario.rules)
  expect(limits).toMatchObject([{ keys: 'each', requests: 5, windowMs: 60_000 }])
})

test.each([
  ['AGENTOS_SIMULATE_429', '0'],
  ['AGENTOS_SIMULATE_429', 'always'],
  ['AGENTOS_SIMULATE_429', 'first:'],
  ['AGENTOS_SIMULATE_429', '1.5'],
  ['AGENTOS_CREDENTIAL_LIMIT', '0'],
  ['AGENTOS_CREDENTIAL_LIMIT', '-3'],
  ['AGENTOS_CREDENTIAL_LIMIT', 'first:1'],
])('%s=%s is refused, naming both', (name, value) => {
  expect(() => withEnvironment(scenario, { [name]: value })).toThrow(
    new RegExp(`${name} .*got \`${value}\``),
  )
})
