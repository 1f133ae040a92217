import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import type { Answer, AskedCall } from './answer.ts'
import { loadScenario, scenarioAnswer } from './scenario.ts'

const call: AskedCall = {
  protocol: 'gemini',
  model: 'gemini-x',
  key: 'mock-key-2',
  instructions: '',
  prompt: '<!-- agentos task=lld.draft item=42 round=1 -->',
  stream: false,
  usageInStream: true,
}

test('the first rule that fits decides; what it does not say is as usual', async () => {
  const rules = load({
    rules: [
      { when: { task: 'lld.review' }, answer: { error: 'overloaded' } },
      { when: { item: '42', attempt: 1 }, answer: { error: 'rate', retryAfterMs: 5 } },
      { when: { round: [1, 2], key: 2, attempt: 2 }, answer: { latencyMs: 7 } },
      { when: { model: 'gemini-x', attempt: [3, 4] }, answer: { text: 'fixed' } },
      { when: { task: ['a', 'lld.draft'], key: 3 }, answer: { error: 'billing' } },
    ],
  })
  const answer = scenarioAnswer(rules, () => ({ text: 'usual' }))
  const at = (attempt: number, key = call.key) => answer({ ...call, key }, { seed: 0, attempt })
  expect(await at(1)).toEqual({ error: 'rate', retryAfterMs: 5, text: 'usual' })
  expect(await at(2)).toEqual({ text: 'usual', latencyMs: 7 })
  expect(await at(4)).toEqual({ text: 'fixed' })
  expect(await at(5)).toEqual({ text: 'usual' })
  expect(await at(5, 'mock-key-3')).toEqual({ error: 'billing', text: 'usual' })
})

test('a rule about the marker or the key does not fit calls that have none', async () => {
  const rules = load({
    rules: [
      { when: { task: 'lld.draft' }, answer: { error: 'internal' } },
      { when: { key: 0 }, answer: { error: 'internal' } },
    ],
  })
  const answer = scenarioAnswer(rules, (): Answer => ({ text: 'usual' }))
  const unmarked = { ...call, prompt: 'hello', key: 'secret' }
  expect(await answer(unmarked, { seed: 0, attempt: 1 })).toEqual({ text: 'usual' })
})

test('a text instead of a usual error is a good answer', async () => {
  const rules = load({ rules: [{ answer: { text: 'fine' } }] })
  const answer = scenarioAnswer(rules, (): Answer => ({ error: 'internal' }))
  expect(await answer(call, { seed: 0, attempt: 1 })).toEqual({ text: 'fine' })
})

test.each([
  [
    'a misspelt condition',
    { rules: [{ when: { tsak: 'x' }, answer: {} }] },
    /rules\.0\.when.*"tsak"/,
  ],
  ['a misspelt answer', { rules: [{ answer: { eror: 'rate' } }] }, /rules\.0\.answer.*"eror"/],
  ['an unknown error', { rules: [{ answer: { error: 'bad' } }] }, /rules\.0\.answer\.error/],
  ['another key', { rules: [], more: 1 }, /"more"/],
  ['attempt 0', { rules: [{ when: { attempt: 0 }, answer: {} }] }, /attempt/],
  ['a hint without an error', { rules: [{ answer: { retryAfterMs: 1 } }] }, /need an `error`/],
])('%s is refused, naming where', (_, scenario, message) => {
  expect(() => load(scenario)).toThrow(message)
})

test('a file that is missing or no JSON is refused, naming it', () => {
  expect(() => loadScenario('/nowhere/s.json')).toThrow(/"\/nowhere\/s\.json" cannot be read/)
})

function load(scenario: unknown) {
  const file = join(temporaryFolder(), 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  return loadScenario(file)
}
