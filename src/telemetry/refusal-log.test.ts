import { expect, test } from 'vitest'
import { RefusalLog } from './refusal-log.ts'

test.each([
  ['spans, counted in text', { rejectedSpans: '3', errorMessage: 'full' }, 3, 'full'],
  ['data points, without a word', { rejectedDataPoints: 2 }, 2, ''],
])('what was refused is heard, once: %s', (_, answer, count, message) => {
  const log = new RefusalLog()
  log.warn('Received Partial Success response:', JSON.stringify(answer))
  expect(log.take()).toEqual({ count, message })
  expect(log.take()).toBeUndefined()
})

test.each([
  { errorMessage: 'only advice' },
  { rejectedSpans: 0, errorMessage: 'only advice' },
  { rejectedSpans: -1 },
  { rejectedSpans: 2 ** 64 },
  { rejectedSpans: 'many' },
  'nonsense',
  null,
])('an answer that refuses nothing is none: %j', (answer) => {
  const log = new RefusalLog()
  log.warn('Received Partial Success response:', JSON.stringify(answer))
  log.warn('Something else', '{"rejectedSpans":1}')
  expect(log.take()).toBeUndefined()
})
