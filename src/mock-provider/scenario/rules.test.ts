import { expect, test } from 'vitest'
import type { AskedCall } from '../answer.ts'
import type { Arrival } from '../provider-state.ts'
import { findRule, withRule } from './rules.ts'
import { parseScenario, type ScenarioInput } from './scenario.ts'

const call: AskedCall = {
  protocol: 'gemini',
  model: 'gemini-x',
  key: 'mock-key-2',
  instructions: '',
  prompt: '<!-- agentos task=lld.draft item=42 round=1 -->',
  question: '<!-- agentos task=lld.draft item=42 round=1 -->',
  stream: false,
  usageInStream: true,
}
const arrival: Arrival = { id: 'id', attempt: 1, request: 1, at: 0, sinceMs: 0 }

test('the first rule that fits decides', () => {
  const find = finder([
    { when: { task: 'lld.review' }, answer: { error: 'overloaded' } },
    { when: { item: '42', attempt: 1 }, answer: { error: 'rate', retryAfterMs: 5 } },
    { when: { round: [1, 2], key: 2, attempt: 2 }, answer: { latencyMs: 7 } },
    { when: { model: 'gemini-x', attempt: [3, 4] }, answer: { text: 'fixed' } },
    { when: { task: ['a', 'lld.draft'], key: 3 }, answer: { error: 'billing' } },
    { when: { provider: 'google', attempt: 6 }, answer: { error: 'hang' } },
  ])
  const at = (attempt: number, key = call.key) => find({ attempt }, { key })
  expect(at(1)).toEqual({ error: 'rate', retryAfterMs: 5 })
  expect(at(2)).toEqual({ latencyMs: 7 })
  expect(at(4)).toEqual({ text: 'fixed' })
  expect(at(5)).toBeUndefined()
  expect(at(5, 'mock-key-3')).toEqual({ error: 'billing' })
  expect(at(6)).toEqual({ error: 'hang' })
  expect(find({ attempt: 6 }, { protocol: 'anthropic' })).toBeUndefined()
})

test('a rule about the marker or the key does not fit calls that have none', () => {
  const find = finder([
    { when: { task: 'lld.draft' }, answer: { error: 'internal' } },
    { when: { key: 0 }, answer: { error: 'internal' } },
  ])
  expect(find({}, { question: 'hello', key: 'secret' })).toBeUndefined()
})

test.each([
  [1_999, undefined],
  [2_000, 'overloaded'],
  [4_999, 'overloaded'],
  [5_000, 'invalid-key'],
])('%i ms after the first request it is %s', (sinceMs, error) => {
  const find = finder([
    { when: { sinceMs: 2_000, untilMs: 5_000 }, answer: { error: 'overloaded' } },
    { when: { sinceMs: 2_500, key: 2 }, answer: { error: 'invalid-key' } },
  ])
  expect(find({ sinceMs })?.error).toBe(error)
})

test('every n-th request, and the first ones', () => {
  const find = finder([
    { when: { every: 3 }, answer: { error: 'rate' } },
    { when: { first: 2 }, answer: { error: 'internal' } },
  ])
  const errors = [1, 2, 3, 4, 5, 6].map((request) => find({ request })?.error)
  expect(errors).toEqual(['internal', 'internal', 'rate', undefined, undefined, 'rate'])
})

test('chance strikes about as often as it says, and always the same requests', () => {
  const find = finder([{ when: { chance: 0.3 }, answer: { error: 'rate' } }])
  const struck = () =>
    Array.from({ length: 1_000 }, (_, n) => find({ id: `${n}` }) !== undefined).filter(Boolean)
  expect(struck().length).toBeGreaterThan(250)
  expect(struck().length).toBeLessThan(350)
  expect(struck()).toEqual(struck())
  const again = Array.from({ length: 50 }, (_, n) => find({ attempt: n + 1 }) !== undefined)
  expect(new Set(again).size).toBe(2)
  const never = finder([{ when: { chance: 0 }, answer: { error: 'rate' } }])
  const always = finder([{ when: { chance: 1 }, answer: { error: 'rate' } }])
  expect([never({}), always({})]).toEqual([undefined, { error: 'rate' }])
})

test('what a rule does not say is as usual', () => {
  const usual = { text: 'usual' }
  expect(withRule(usual, { error: 'cut' })).toEqual({ error: 'cut', text: 'usual' })
  expect(withRule(usual, { latencyMs: 7 })).toEqual({ text: 'usual', latencyMs: 7 })
  expect(withRule({ error: 'internal' }, { text: 'fine' })).toEqual({ text: 'fine' })
})

function finder(rules: NonNullable<ScenarioInput['rules']>) {
  const parsed = parseScenario({ rules }, 'test').rules
  return (where: Partial<Arrival>, asked: Partial<AskedCall> = {}) =>
    findRule(parsed, { ...call, ...asked }, { ...arrival, ...where })?.answer
}
