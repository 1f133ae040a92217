import { expect, test } from 'vitest'
import { BEGAN_AT, eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import type { Fact } from '../../model/event.ts'
import { traceOf } from './trace.ts'
import type { TraceEvent } from './trace-rows.ts'

const CALL = { call: 1, ask: 1, model: 'm' }
const FACTS: Fact[] = [
  ...[runStarted(2, 2), queued('1'), queued('2')],
  of('1', { type: 'item-started', attempt: 1, worker: 7 }),
  of('2', { type: 'item-started', attempt: 1, worker: 8 }),
  of('1', { type: 'step-started', step: 'draft', span: 'draft' }),
  of('1', { type: 'step-started', step: 'draft/inner', span: 'draft/inner' }),
  of('1', { type: 'step-started', step: 'beside', span: 'beside' }),
  of('1', { type: 'call-started', ask: 1, task: 't', role: 'drafter', model: 'p:m' }),
  of('1', { type: 'lease-queued', ...CALL, provider: 'p', why: 'rate-limited', until: null }),
  of('1', { type: 'lease-granted', ...CALL, lease: 1, credential: 'gemini' }),
  of('2', { type: 'lease-granted', call: 1, lease: 2, credential: 'gemini', model: 'm' }),
  of('1', { type: 'step-saved', step: 'draft/inner', span: 'draft/inner' }),
  of('1', { type: 'step-saved', step: 'draft', span: 'draft' }),
  of('1', { type: 'lease-returned', lease: 1, outcome: { kind: 'ok' } }),
  of('1', {
    type: 'step-failed',
    step: 'beside',
    span: 'beside',
    failure: { reason: 'threw', message: 'x' },
  }),
  of('1', { type: 'item-killed', failure: { reason: 'item-timeout', limitMs: 1 } }),
  of('1', { type: 'worker-exited', worker: 7, exitCode: null, signal: 'SIGKILL' }),
  of('1', { type: 'item-started', attempt: 2, worker: 9 }),
  of('1', { type: 'worker-exited', worker: 9, exitCode: 0, report: { outcome: 'done' } }),
  of('1', { type: 'item-ended', outcome: 'done' }),
]

const { traceEvents } = traceOf(eventsOf(FACTS), BEGAN_AT + 60_000)

test('an item lies on the row of its worker, with its steps in it, each in its time', () => {
  expect(rowOf('LLD-1')).toBe('worker 1')
  expect(span('LLD-1')).toMatchObject({
    ...{ ts: (BEGAN_AT + 3_000) * 1_000, dur: 14_000_000 },
    args: { attempt: 1, ended: 'SIGKILL' },
  })
  expect(rowOf('draft')).toBe('worker 1')
  expect(rowOf('draft/inner')).toBe('worker 1')
  expect(spans('LLD-1')[1]).toMatchObject({ args: { attempt: 2, ended: 'done' } })
  expect(rowOf('LLD-2')).toBe('worker 2')
})

test('parallel steps have rows of their own, and so have waits', () => {
  expect(rowOf('beside')).toBe('beside')
  expect(span('beside')).toMatchObject({ args: { failed: 'threw' } })
  expect(rowOf('waits: rate-limited')).toBe('waiting')
  expect(traceEvents).toContainEqual(
    expect.objectContaining({ ph: 'i', name: 'killed: item-timeout', s: 't' }),
  )
})

test('a credential has a row for each lease at the same time', () => {
  const leases = traceEvents.filter(({ ph, pid }) => ph === 'X' && pid === 2)
  expect(leases.map((event) => [nameOf(event), event.name, event.args?.outcome])).toEqual([
    ['gemini', 'LLD-1', 'ok'],
    ['gemini (2)', 'LLD-2', undefined],
  ])
})

test('a lease ends with the worker that held it, and its row is free again', () => {
  const grant = (id: string, lease: number) =>
    of(id, { type: 'lease-granted', call: 1, lease, credential: 'gemini', model: 'm' })
  const events = eventsOf([
    ...[runStarted(2, 2), queued('1'), queued('2'), grant('1', 1), grant('2', 2)],
    of('1', { type: 'worker-exited', worker: 7, exitCode: null, signal: 'SIGKILL' }),
    grant('1', 3),
  ])
  const leases = traceOf(events, BEGAN_AT + 60_000).traceEvents.filter(
    ({ ph, pid }) => ph === 'X' && pid === 2,
  )
  expect(leases).toMatchObject([
    { name: 'LLD-1', tid: 1_000, dur: 2_000_000, args: { outcome: 'lost with its worker' } },
    { name: 'LLD-2', tid: 1_001, dur: 56_000_000, args: { ended: false } },
    { name: 'LLD-1', tid: 1_000, dur: 54_000_000, args: { ended: false } },
  ])
})

test('what had not ended is drawn to the moment when the run was last heard of', () => {
  const until = (BEGAN_AT + 60_000) * 1_000
  const { ts = 0, dur = 0, args } = span('LLD-2') ?? {}
  expect({ end: ts + dur, args }).toMatchObject({ end: until, args: { ended: false } })
})

test('spans of a row lie in one another or apart', () => {
  const rows = Map.groupBy(
    traceEvents.filter(({ ph }) => ph === 'X'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  for (const row of rows.values()) {
    for (const [a, b] of row.flatMap((one) => row.map((other) => [one, other] as const))) {
      const crosses = begin(a) < begin(b) && begin(b) < end(a) && end(a) < end(b)
      expect({ a: a.name, b: b.name, crosses }).toEqual({ a: a.name, b: b.name, crosses: false })
    }
  }
})

function spans(name: string): TraceEvent[] {
  return traceEvents.filter((event) => event.ph === 'X' && event.pid === 1 && event.name === name)
}

function span(name: string): TraceEvent | undefined {
  return spans(name)[0]
}

function rowOf(name: string): unknown {
  const found = span(name)
  return found === undefined ? undefined : nameOf(found)
}

function nameOf({ pid, tid }: TraceEvent): unknown {
  return traceEvents.find(
    (event) => event.name === 'thread_name' && event.pid === pid && event.tid === tid,
  )?.args?.name
}

function begin({ ts = 0 }: TraceEvent): number {
  return ts
}

function end({ ts = 0, dur = 0 }: TraceEvent): number {
  return ts + dur
}
