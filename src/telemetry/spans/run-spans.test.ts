import { resourceFromAttributes } from '@opentelemetry/resources'
import { expect, test } from 'vitest'
import { BEGAN_AT, eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import type { Event, Fact } from '../../model/event.ts'
import { readableSpan } from './readable-span.ts'
import { RunSpans } from './run-spans.ts'
import { isSent, MOST_MOMENTS, type Span } from './span.ts'

const STEP = 'b7ad6b7169203331'
const MODEL = { provider: 'google', model: 'gemini-2.5-pro' }
const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 5 }
const GIT = { command: '/usr/bin/git log -p', program: '/usr/bin/git' }
const CALL = { step: 'draft', span: STEP, ask: 1, task: 'lld.draft', role: 'drafter' }

const FACTS: Fact[] = [
  ...[runStarted(2), queued('1'), queued('2')],
  of('1', { type: 'item-started', attempt: 1, worker: 7 }),
  of('1', { type: 'step-started', step: 'draft', span: STEP }),
  // The wait is heard of before the call that it is for.
  of('1', { type: 'lease-queued', call: 1, ask: 1, ...MODEL, why: 'rate-limited', until: null }),
  of('1', { type: 'call-started', ...CALL, model: 'google:gemini-2.5-pro' }),
  of('1', { type: 'lease-granted', call: 1, ask: 1, lease: 9, credential: 'gemini-1', model: 'm' }),
  of('1', { type: 'lease-returned', lease: 9, outcome: { kind: 'rate', waitMs: 2_000 } }),
  of('1', { type: 'call-retried', ask: 1, task: 't', attempt: 1, credential: 'gemini-1' }),
  of('1', { type: 'command-started', step: 'draft', span: STEP, ...GIT, pid: 99 }),
  of('1', { type: 'command-ended', step: 'draft', pid: 99, exitCode: 1, signal: null }),
  of('1', {
    type: 'call-ended',
    ...CALL,
    model: 'gemini-2.5-pro-002',
    credential: 'gemini-2',
    usage: USAGE,
    cost: 0.25,
    durationMs: 1,
    finishReason: 'stop',
  }),
  of('1', { type: 'step-saved', step: 'draft', span: STEP, durationMs: 1 }),
  of('1', { type: 'step-started', step: 'review', span: '00000000000000aa' }),
  of('1', { type: 'worker-exited', worker: 7, exitCode: null, signal: 'SIGKILL' }),
  of('1', { type: 'item-started', attempt: 2, worker: 8 }),
  of('1', { type: 'step-reused', step: 'draft' }),
  of('1', { type: 'step-started', step: 'review', span: '00000000000000bb' }),
  of('1', { type: 'step-started', step: 'review/inner', span: '00000000000000cc' }),
  of('1', {
    type: 'step-failed',
    step: 'review',
    span: '00000000000000bb',
    failure: { reason: 'threw', message: 'secret' },
  }),
  of('1', {
    type: 'worker-exited',
    worker: 8,
    exitCode: 0,
    signal: null,
    report: { outcome: 'gated', failure: { reason: 'question', gate: 'draft', question: 'Fine?' } },
  }),
  of('1', { type: 'item-ended', outcome: 'gated', failure: { reason: 'question' } }),
  of('2', { type: 'item-ended', outcome: 'skipped', skip: { reason: 'fail-fast' } }),
  { type: 'run-ended', exitCode: 3, outcomes: {} },
]

test('run, item, step and what is in it are parents and children', () => {
  const spans = spansOf(eventsOf(FACTS))
  const parentOf = (name: string) =>
    spans.find(({ spanId }) => spanId === named(spans, name).parentSpanId)?.name
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(parentOf('item LLD-1')).toBe('run lld')
  expect(parentOf('step draft')).toBe('item LLD-1')
  expect(parentOf('chat gemini-2.5-pro')).toBe('step draft')
  expect(parentOf('wait for a credential')).toBe('chat gemini-2.5-pro')
  expect(parentOf('command git')).toBe('step draft')
  // It outlives the step of its start.
  expect(parentOf('step review/inner')).toBe('item LLD-1')
  expect(parentOf('gate draft')).toBe('item LLD-1')
  expect(parentOf('item LLD-2')).toBe('run lld')
  expect(named(spans, 'step draft').spanId).toBe(STEP)
})

test('a child begins and ends within its parent, whatever was heard of first', () => {
  expectNested(spansOf(eventsOf(FACTS)))
})

test('a call is told as the conventions want it, without what was read or said', () => {
  const call = named(spansOf(eventsOf(FACTS)), 'chat gemini-2.5-pro')
  expect(call.type).toBe('call')
  expect(call.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'gcp.gemini',
    'gen_ai.request.model': 'gemini-2.5-pro',
    'gen_ai.response.model': 'gemini-2.5-pro-002',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.usage.cache_read.input_tokens': 5,
    'gen_ai.response.finish_reasons': ['stop'],
    'agentos.task': 'lld.draft',
    'agentos.role': 'drafter',
    'agentos.credential.id': 'gemini-2',
    'agentos.cost': 0.25,
  })
  expect(call.moments.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['lease-granted', { 'agentos.credential.id': 'gemini-1' }],
    [
      'refused',
      {
        'agentos.credential.id': 'gemini-1',
        'agentos.refusal': 'rate',
        'agentos.retry_after': 2,
      },
    ],
    ['retried', { 'agentos.try': 1, 'agentos.credential.id': 'gemini-1' }],
  ])
})

test('what a dead worker was at ends with it; a failure is a reason, without its words', () => {
  const spans = spansOf(eventsOf(FACTS))
  const [cut, again] = spans.filter(({ name }) => name === 'step review')
  expect(cut).toMatchObject({ failed: 'worker-died', attributes: { 'agentos.cut_off': true } })
  expect(again).toMatchObject({ failed: 'threw', attributes: { 'agentos.attempt': 2 } })
  expect(JSON.stringify(spans)).not.toMatch(/secret|Fine\?|log -p|Title of/)
  expect(named(spans, 'item LLD-1').moments.map(({ name }) => name)).toEqual([
    ...['worker-started', 'worker-exited', 'worker-started', 'step-reused', 'worker-exited'],
  ])
  expect(named(spans, 'item LLD-1').failed).toBeUndefined()
})

test('a call that outlives its step is the item’s, with all that came of it', () => {
  const spans = spansOf(
    eventsOf([
      ...[runStarted(1), queued('1'), of('1', { type: 'item-started', attempt: 1, worker: 7 })],
      of('1', { type: 'step-started', step: 'fire', span: STEP }),
      of('1', { type: 'call-started', ...CALL, step: 'fire', span: STEP, model: 'a:b' }),
      of('1', { type: 'step-saved', step: 'fire', span: STEP, durationMs: 1 }),
      of('1', { type: 'call-ended', ...CALL, model: 'b', credential: 'k', usage: USAGE, cost: 1 }),
      of('1', { type: 'item-ended', outcome: 'done' }),
      { type: 'run-ended', exitCode: 0, outcomes: {} },
    ]),
  )
  const call = named(spans, 'chat b')
  expect(call.parentSpanId).toBe(named(spans, 'item LLD-1').spanId)
  expect(call.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 100 })
  expect(call.attributes['agentos.cut_off']).toBeUndefined()
  expectNested(spans)
})

test('a step of a try before does not end the one of the same name that came after it', () => {
  const step = (type: string, name: string, span: string, more: object = {}) =>
    of('1', { type, step: name, span, durationMs: 1, ...more } as never)
  const failed = { failure: { reason: 'threw', message: 'x' } }
  const spans = spansOf(
    eventsOf([
      ...[runStarted(1), queued('1'), of('1', { type: 'item-started', attempt: 1, worker: 7 })],
      ...[step('step-started', 'out', 'a1'), step('step-started', 'out/in', 'a2')],
      ...[step('step-failed', 'out', 'a1', failed)],
      ...[step('step-started', 'out', 'b1'), step('step-started', 'out/in', 'b2')],
      step('step-saved', 'out/in', 'a2'),
      of('1', { type: 'command-started', step: 'out/in', span: 'b2', program: 'ls', pid: 5 }),
      of('1', { type: 'command-ended', step: 'out/in', pid: 5, exitCode: 0, signal: null }),
      ...[step('step-saved', 'out/in', 'b2'), step('step-saved', 'out', 'b1')],
      of('1', { type: 'item-ended', outcome: 'done' }),
      { type: 'run-ended', exitCode: 0, outcomes: {} },
    ]),
  )
  expect(named(spans, 'command ls').parentSpanId).toBe('b2')
  const inner = spans.filter(({ name }) => name === 'step out/in')
  expect(inner.map(({ spanId }) => spanId)).toEqual(['a2', 'b2'])
  expectNested(spans)
})

test('a gate in a step is no failure of it', () => {
  const failure = { reason: 'question', gate: 'draft', question: 'Fine?' }
  const spans = spansOf(
    eventsOf([
      ...[runStarted(1), queued('1'), of('1', { type: 'item-started', attempt: 1, worker: 7 })],
      of('1', { type: 'step-started', step: 'ask', span: STEP }),
      of('1', { type: 'step-failed', step: 'ask', span: STEP, failure }),
      of('1', {
        type: 'worker-exited',
        worker: 8,
        exitCode: 0,
        signal: null,
        report: { outcome: 'gated', failure },
      }),
      of('1', { type: 'item-ended', outcome: 'gated', failure }),
    ]),
    BEGAN_AT + 60_000,
  )
  expect(spans.filter(({ type }) => type === 'gate')).toMatchObject([{ parentSpanId: STEP }])
  expect(spans.map(({ failed }) => failed)).toEqual(spans.map(() => undefined))
})

test('of a run that was cut off everything ends when it was last heard of', () => {
  const until = BEGAN_AT + 60_000
  const spans = spansOf(eventsOf(FACTS.slice(0, 8)), until)
  expect(spans.map(({ name }) => name).sort()).toEqual([
    ...['chat gemini-2.5-pro', 'item LLD-1', 'run lld', 'step draft', 'wait for a credential'],
  ])
  expect(named(spans, 'run lld')).toMatchObject({ endedAt: until })
  expectNested(spans)
})

test('a span has no more moments than OpenTelemetry allows; the first are kept, the others counted', () => {
  const more = 3
  const rest = { provider: 'google', model: 'm', why: 'rate-limited', until: null }
  const pool = Array.from({ length: MOST_MOMENTS + more }, (_, index) => {
    return { type: index % 2 === 0 ? 'pool-exhausted' : 'pool-resumed', ...rest } as unknown as Fact
  })
  const refused = Array.from({ length: MOST_MOMENTS + more }, (_, lease) => [
    of('1', { type: 'lease-granted', call: 1, ask: 1, lease, credential: 'k', model: 'm' }),
    of('1', { type: 'lease-returned', lease, outcome: { kind: 'rate' } }),
  ])
  const spans = spansOf(
    eventsOf([
      ...[runStarted(1), ...pool, queued('1')],
      of('1', { type: 'item-started', attempt: 1, worker: 7 }),
      of('1', { type: 'call-started', ...CALL, model: 'a:b' }),
      ...refused.flat(),
      of('1', { type: 'call-ended', ...CALL, model: 'b', credential: 'k', usage: USAGE, cost: 1 }),
      of('1', { type: 'item-ended', outcome: 'done' }),
      { type: 'run-ended', exitCode: 0, outcomes: {} },
    ]),
  )
  const [run, call] = [named(spans, 'run lld'), named(spans, 'chat b')]
  expect(run.moments).toHaveLength(MOST_MOMENTS)
  expect(run.moments[0]).toMatchObject({ name: 'pool-exhausted', at: BEGAN_AT + 1_000 })
  // Refusals are counted from a call's.
  expect(call.moments.filter(({ name }) => name === 'refused')).toHaveLength(MOST_MOMENTS + more)
  const origin = { resource: resourceFromAttributes({}), version: '1', trace: { isSampled: true } }
  for (const [span, dropped] of [
    [run, more],
    [call, MOST_MOMENTS + 2 * more],
  ] as const) {
    const { events, droppedEventsCount } = readableSpan(span, origin)
    expect([events.length, droppedEventsCount]).toEqual([MOST_MOMENTS, dropped])
  }
})

test('the same events give the same spans', () => {
  expect(spansOf(eventsOf(FACTS))).toEqual(spansOf(eventsOf(FACTS)))
})

test('what is asked for is there: what models read and say', () => {
  const facts = FACTS.map((fact): Fact => {
    if (fact.type === 'call-started') return { ...fact, prompt: 'Draft it.' }
    return fact.type === 'call-ended' ? { ...fact, answer: 'Here.' } : fact
  })
  const { attributes } = named(spansOf(eventsOf(facts)), 'chat gemini-2.5-pro')
  expect(attributes['gen_ai.input.messages']).toContain('Draft it.')
  expect(attributes['gen_ai.output.messages']).toContain('Here.')
})

function spansOf(events: readonly Event[], until?: number): Span[] {
  const ended: Span[] = []
  const spans = new RunSpans((span) => isSent(span) && ended.push(span))
  for (const event of events) spans.add(event)
  if (until !== undefined) spans.close(until)
  return ended
}

function named(spans: readonly Span[], name: string): Span {
  const found = spans.find((span) => span.name === name)
  if (found === undefined) throw new Error(`no span ${name}`)
  return found
}

function expectNested(spans: readonly Span[]): void {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  expect(byId.size).toBe(spans.length)
  for (const span of spans) {
    expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt)
    if (span.name.startsWith('run ')) continue
    const parent = byId.get(span.parentSpanId ?? '')
    expect(parent, span.name).toBeDefined()
    expect(span.startedAt).toBeGreaterThanOrEqual(parent?.startedAt ?? Number.NaN)
    expect(span.endedAt).toBeLessThanOrEqual(parent?.endedAt ?? Number.NaN)
  }
}
