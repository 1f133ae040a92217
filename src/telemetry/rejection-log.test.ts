import { expect, test } from 'vitest'
import { RejectionLog } from './rejection-log.ts'

test.each([
  ['spans, counted in text', { rejectedSpans: '3', errorMessage: 'full' }, 3, 'full'],
  ['data points, without a word', { rejectedDataPoints: 2 }, 2, ''],
])('what was refused is heard, once: %s', (_, answer, count, message) => {
  const log = new RejectionLog()
  log.warn('Received Partial Success response:', JSON.stringify(answer))
  expect(log.take()).toEqual({ count, message })
  expect(log.take()).toBeUndefined()
})

test('an answer in JSON to who speaks Protocol Buffers is read all the same', () => {
  const log = new RejectionLog()
  const answer = (text: string) =>
    log.warn('Exporter', 'could not deserialize', new Error('x'), Buffer.from(text))
  answer('{"partialSuccess":{"rejectedSpans":"99999","errorMessage":"full"}}')
  expect(log.take()).toEqual({ count: 99_999, message: 'full' })
  for (const nothing of ['{"partialSuccess":', 'null', '{}', '']) {
    answer(nothing)
    expect(log.take()).toBeUndefined()
  }
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
  const log = new RejectionLog()
  log.warn('Received Partial Success response:', JSON.stringify(answer))
  log.warn('Something else', '{"rejectedSpans":1}')
  expect(log.take()).toBeUndefined()
})
