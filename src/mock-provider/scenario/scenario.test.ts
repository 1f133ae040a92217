import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { loadScenario, NAMED_SCENARIOS } from './scenario.ts'

test.each([
  [
    'a misspelt condition',
    { rules: [{ when: { tsak: 'x' }, answer: {} }] },
    /rules\.0\.when.*"tsak"/,
  ],
  ['a misspelt answer', { rules: [{ answer: { eror: 'rate' } }] }, /rules\.0\.answer.*"eror"/],
  ['an unknown error', { rules: [{ answer: { error: 'bad' } }] }, /rules\.0\.answer\.error/],
  ['another key', { rules: [], more: 1 }, /"more"/],
  ['a limit of nothing', { limits: [{ keys: '*' }] }, /limits\.0: a limit needs/],
  ['a limit of 0', { limits: [{ requests: 0 }] }, /limits\.0\.requests/],
  ['no keys at all', { keys: 0 }, /keys/],
  ['a chance above 1', { rules: [{ when: { chance: 2 }, answer: {} }] }, /chance/],
  ['attempt 0', { rules: [{ when: { attempt: 0 }, answer: {} }] }, /attempt/],
  ['a hint without an error', { rules: [{ answer: { retryAfterMs: 1 } }] }, /need an `error`/],
])('%s is refused, naming where', (_, scenario, message) => {
  expect(() => load(scenario)).toThrow(message)
})

test('a file that is missing or no JSON is refused, naming it', () => {
  expect(() => loadScenario('/nowhere/s.json')).toThrow(/"\/nowhere\/s\.json" cannot be read/)
})

test.each(Object.keys(NAMED_SCENARIOS))('%s is known by its name', (name) => {
  const { rules, limits } = loadScenario(name)
  expect(rules.length + limits.length).toBeGreaterThan(0)
})

function load(scenario: unknown) {
  const file = join(temporaryFolder(), 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  return loadScenario(file)
}
