import { expect, test } from 'vitest'
import { itemSpanId, spanIdOf } from './span-id.ts'
import { traceContextIn, traceVariables, within } from './trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.each([
  ['a whole one', `00-${TRACE}-${SPAN}-01`, { traceId: TRACE, spanId: SPAN, isSampled: true }],
  ['one that is not to be kept', `00-${TRACE}-${SPAN}-00`, { isSampled: false }],
  ['other flags beside', `00-${TRACE}-${SPAN}-03`, { isSampled: true }],
  ['a version to come, with more behind', `01-${TRACE}-${SPAN}-01-more`, { spanId: SPAN }],
  ['more behind in ours', `00-${TRACE}-${SPAN}-01-more`, undefined],
  ['the version that never is', `ff-${TRACE}-${SPAN}-01`, undefined],
  ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`, undefined],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`, undefined],
  ['nonsense', 'hello', undefined],
  ['nothing', undefined, undefined],
])('a parent is taken as the standard says: %s', (_, TRACEPARENT, expected) => {
  const found = traceContextIn({ TRACEPARENT })
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject(expected)
})

test('what vendors pass on goes through as it came, unless it is no header', () => {
  const TRACEPARENT = `00-${TRACE}-${SPAN}-01`
  const stateOf = (TRACESTATE: string) => traceContextIn({ TRACEPARENT, TRACESTATE })?.state
  expect(stateOf('rojo=00f0,congo=t61')).toBe('rojo=00f0,congo=t61')
  expect(['', 'a=1\nb=2', `a=${'x'.repeat(600)}`].map(stateOf)).toEqual(Array(3).fill(undefined))
})

test('a child hears of it in the same words', () => {
  const context = { traceId: TRACE, spanId: SPAN, isSampled: true, state: 'rojo=1' }
  const variables = traceVariables(within(context, 'b7ad6b7169203331'))
  expect(variables).toEqual({
    TRACEPARENT: `00-${TRACE}-b7ad6b7169203331-01`,
    TRACESTATE: 'rojo=1',
    TRACER_PARENT_SPAN_ID: 'b7ad6b7169203331',
  })
  expect(traceContextIn(variables)).toEqual({ ...context, spanId: 'b7ad6b7169203331' })
})

test('ids are made of what they stand for: always the same, never another’s', () => {
  const run = { traceId: TRACE, spanId: SPAN }
  expect(itemSpanId(run, '42')).toBe(itemSpanId(run, '42'))
  expect(itemSpanId(run, '42')).not.toBe(itemSpanId(run, '43'))
  expect(spanIdOf('a', 'bc')).not.toBe(spanIdOf('ab', 'c'))
  expect(spanIdOf('a')).toMatch(/^[0-9a-f]{16}$/)
})
