import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { Deliveries } from './deliveries.ts'
import type { RejectedParts } from './rejection-log.ts'
import { SpanSender } from './span-sender.ts'

const NEVER = 2 ** 30
const NOBODY = { receiver: 'http://nobody', log: { take: () => undefined } }

test('the first span goes at once, the others together, one batch after the other', async () => {
  const { sender, batches, answer, deliveries } = newSender()
  for (let count = 0; count < 1_200; count++) sender.add(span())
  expect(batches).toEqual([1])
  const flushed = sender.flush()
  for (const expected of [
    [1, 512],
    [1, 512, 512],
    [1, 512, 512, 175],
  ]) {
    await answer()
    expect(batches).toEqual(expected)
  }
  await answer()
  await flushed
  expect(deliveries.state).toMatchObject({ delivered: 1_200, lost: 0 })
})

test('a receiver that takes nothing is asked no more than once at the end', async () => {
  const { sender, batches, answer, deliveries } = newSender()
  for (let count = 0; count < 2_000; count++) sender.add(span())
  await answer(error({ code: 'ECONNREFUSED' }))
  const flushed = sender.flush()
  await answer(error({ code: 500 }))
  await flushed
  expect(batches).toEqual([1, 512])
  expect(deliveries.state).toMatchObject({ delivered: 0, lost: 2_000, why: 'it answered 500' })
})

test('what waits for a receiver that never answers is bounded, and counted all the same', () => {
  const { sender, deliveries } = newSender()
  for (let count = 0; count < 60_000; count++) sender.add(span())
  expect(deliveries.state).toMatchObject({ delivered: 0, lost: 60_000 })
})

test('long texts make small batches, and few of them wait for a receiver that never answers', async () => {
  const { sender, batches, answer, deliveries } = newSender()
  const million = 'x'.repeat(1_000_000)
  for (let count = 0; count < 100; count++) sender.add(span(million))
  const flushed = sender.flush()
  for (let count = 0; count < 9; count++) await answer()
  await flushed
  // The first goes alone; what waited behind it is 32 million characters.
  expect(batches).toEqual([1, 4, 4, 4, 4, 4, 4, 4, 4])
  expect(deliveries.state).toMatchObject({ delivered: 33, lost: 67 })
})

test('each answer is told; metrics are lost until the last of them is taken', async () => {
  const told: unknown[] = []
  const onAnswer = () => told.push([metrics.state.lost, metrics.state.delivered])
  const metrics = new Deliveries('metrics', { ...NOBODY, onAnswer })
  const answers: ((result: ExportResult) => void)[] = []
  const exporter = {
    export: (_: unknown, done: (result: ExportResult) => void) => answers.push(done),
  }
  metrics.expect(1)
  const watched = metrics.watch(exporter as never, () => 0) as typeof exporter
  for (const result of [error({ code: 500 }), { code: ExportResultCode.SUCCESS }]) {
    watched.export([], () => {})
    answers.pop()?.(result)
    metrics.settle()
  }
  expect(told).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
    [0, 1],
  ])
})

test('what a receiver refuses of a batch is neither delivered nor lost', async () => {
  const { sender, answer, deliveries, refusals } = newSender()
  for (let count = 0; count < 10; count++) sender.add(span())
  refusals.push({ count: 99_999, message: 'all' }, { count: 2, message: 'some' })
  const flushed = sender.flush()
  await answer()
  await answer()
  await flushed
  const refused = { count: 3, message: 'some' }
  expect(deliveries.state).toMatchObject({ delivered: 7, lost: 0, refused })
})

test.each([
  [{ code: 404 }, 'it answered 404'],
  [{ code: 'ECONNRESET' }, 'ECONNRESET'],
  [{ message: 'Export failed with retryable status' }, 'it takes nothing now'],
  [{ message: 'said: Bearer hunter2' }, 'it did not answer'],
])('why is told without a word of the receiver: %j', async (failure, why) => {
  const { sender, answer, deliveries } = newSender()
  sender.add(span())
  await answer(error(failure))
  expect(deliveries.state.why).toBe(why)
})

function newSender() {
  const batches: number[] = []
  const waiting: ((result: ExportResult) => void)[] = []
  const exporter: SpanExporter = {
    export(spans, done) {
      batches.push(spans.length)
      waiting.push(done)
    },
    shutdown: async () => {},
  }
  const refusals: RejectedParts[] = []
  const log = { take: () => refusals.shift() }
  const deliveries = new Deliveries('traces', { ...NOBODY, log })
  const sender = new SpanSender(exporter, deliveries, NEVER)
  /** The receiver answers, and all that follows from it has happened. */
  const answer = async (result: ExportResult = { code: ExportResultCode.SUCCESS }) => {
    await new Promise(setImmediate)
    waiting.shift()?.(result)
    await new Promise(setImmediate)
  }
  return { sender, batches, answer, deliveries, refusals }
}

function error(about: { readonly code?: unknown; readonly message?: string }): ExportResult {
  return { code: ExportResultCode.FAILED, error: Object.assign(new Error(about.message), about) }
}

function span(text = ''): ReadableSpan {
  return { attributes: { text } } as unknown as ReadableSpan
}
