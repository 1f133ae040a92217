import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { judgeAnswer } from './judge-answer.ts'

const schema = z.object({ a: z.number() })
const judge = (text: string, finishReason = 'stop') => judgeAnswer({ text, finishReason }, schema)

describe('taken is JSON', () => {
  test.each([
    ['as it is', '{"a":1}'],
    ['with space around it', '\n {"a":1}\n\n'],
    ['with a byte order mark', '\uFEFF{"a":1}'],
    ['in a fence', '```json\n{"a":1}\n```'],
    ['in a fence without a language', '```\n{\n"a":1\n}\n```\n'],
    ['after thoughts', '<think>\nperhaps {"a":2}\n```json\n{}\n```\n</think>\n\n{"a":1}'],
    ['after thoughts, in a fence', '\uFEFF<thinking>x</thinking>\n```JSON\n{"a":1}\n```'],
  ])('%s', (_, text) => {
    expect(judge(text)).toEqual({ ok: true, value: { a: 1 } })
  })
})

describe('refused is JSON', () => {
  test.each([
    ['behind words', 'Here it is:\n```json\n{"a":1}\n```'],
    ['before words', '```json\n{"a":1}\n```\nThat is all.'],
    ['in two fences', '```json\n{"a":1}\n```\n```json\n{"a":2}\n```'],
    ['in a fence in a fence', '```\n```json\n{"a":1}\n```\n```'],
    ['in a fence of another language', '```yaml\n{"a":1}\n```'],
    ['in a fence that is not closed', '```json\n{"a":1}'],
    ['after thoughts that do not end', '<think>{"a":1}'],
    ['after thoughts that end twice', '<think>x</think>y</think>{"a":1}'],
    ['before thoughts', '{"a":1}<think>x</think>'],
    ['after two blocks of thoughts', '<think>x</think><think>y</think>{"a":1}'],
    ['inside thoughts only', '<think>{"a":1}</think>'],
  ])('%s', (_, text) => {
    expect(judge(text)).toEqual({ ok: false, problems: ['The answer was not JSON.'] })
  })
})

test.each([
  ['{"a":"1"}', 'stop', /^a: /],
  ['{"a":1}', 'length', /output limit/],
  ['{"a":1}', 'content-filter', /withheld/],
  ['{"a":1}', 'error', /broke off/],
  [' \n', 'stop', /empty/],
])('%j that ended by %s is refused with the reason', (text, finishReason, problem) => {
  expect(judge(text, finishReason)).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(problem)],
  })
})

test('all reasons are told at once, up to a bound', () => {
  const list = z.array(z.number())
  const problems = (count: number) => {
    const text = JSON.stringify(Array.from({ length: count }, () => 'x'))
    const judged = judgeAnswer({ text, finishReason: 'stop' }, list)
    return judged.ok ? [] : judged.problems
  }
  expect(problems(7).map((problem) => problem.slice(0, 2))).toEqual([
    '0:',
    '1:',
    '2:',
    '3:',
    '4:',
    '5:',
    '6:',
  ])
  expect(problems(60)).toHaveLength(51)
  expect(problems(60).at(-1)).toBe('… and 10 more')
})

test('without a schema the text is the answer, wrappers and all', () => {
  const text = '```json\n{}\n```'
  expect(judgeAnswer({ text, finishReason: 'stop' }, undefined)).toEqual({ ok: true, value: text })
})
