/** A made-up run of very many items, as its events would tell it: seeded, so that it is always the same. */
import type { Event, Fact } from '../../src/model/event.ts'
import type { ItemId, RunId } from '../../src/model/ids.ts'
import { BEGAN_AT, runStarted } from './events.ts'

const STEPS = [
  'load',
  'look',
  'draft',
  'check',
  'review',
  'revise',
  'check#2',
  'review#2',
  'write',
  'finalize',
]
const PLACES = 100
const KEYS = 8

export function manyItems(count: number): Event[] {
  const random = seeded(7)
  const timed: [at: number, fact: Fact][] = []
  const free = Array.from({ length: Math.min(PLACES, count) }, () => 0)
  for (let number = 1; number <= count; number++) {
    const place = free.indexOf(Math.min(...free))
    free[place] = work(timed, { number, from: free[place] ?? 0, random })
  }
  timed.sort((a, b) => a[0] - b[0])
  const queued = Array.from({ length: count }, (_, index): [number, Fact] => [
    0,
    queuedFact(index + 1),
  ])
  const last = timed.at(-1)?.[0] ?? 0
  const started: Fact = {
    ...runStarted(count, PLACES),
    credentials,
  }
  const all: [number, Fact][] = [
    [0, started],
    ...queued,
    ...timed,
    [last, { type: 'run-ended', exitCode: 1, outcomes: outcomesOf(timed) }],
  ]
  return all.map(([at, fact], index) => ({
    v: 1,
    seq: index + 1,
    at: BEGAN_AT + at,
    run: 'r-7f3a0001' as RunId,
    ...fact,
  }))
}

const credentials = Array.from({ length: KEYS }, (_, index) => ({
  id: `key-${index + 1}`,
  provider: 'anthropic',
  protocol: 'anthropic' as const,
  scope: `key-${index + 1}`,
  limits: { requestsPerMinute: 4_000 },
}))

function queuedFact(number: number): Fact {
  const title = `Something to do that is number ${number}`
  return {
    type: 'item-queued',
    item: idOf(number),
    label: `LLD-${number}`,
    title,
    dependsOn: [],
    after: [],
  }
}

/** Steps one after the other, three of them with a call that now and then waits; returns when it ended. */
function work(
  timed: [number, Fact][],
  {
    number,
    from,
    random,
  }: { readonly number: number; readonly from: number; readonly random: () => number },
): number {
  const item = idOf(number)
  let at = from + Math.floor(random() * 20)
  const tell = (fact: Fact) => timed.push([at, fact])
  tell({ type: 'item-started', item, attempt: 1, worker: number })
  for (const [index, step] of STEPS.entries()) {
    tell({ type: 'step-started', item, step, span: step })
    const call = number * 10 + index
    if (index % 3 === 2) {
      if (random() < 0.2) {
        tell({
          type: 'lease-queued',
          item,
          call,
          ask: index,
          provider: 'anthropic',
          model: 'm',
          why: 'busy',
          until: null,
        })
        at += Math.floor(random() * 2_000)
      }
      tell({
        type: 'lease-granted',
        item,
        call,
        ask: index,
        lease: call,
        credential: `key-${1 + (call % KEYS)}`,
        model: 'm',
      })
      at += Math.floor(500 + random() * 4_000)
      const usage = { inputTokens: 1_000, outputTokens: 200, cachedTokens: 0 }
      tell({
        type: 'lease-returned',
        item,
        lease: call,
        outcome: { kind: random() < 0.01 ? 'rate' : 'ok' },
        usage,
        cost: 0.006,
      })
      tell({
        type: 'call-ended',
        item,
        step,
        ask: index,
        task: 't',
        model: 'm',
        credential: 'key-1',
        usage,
        cost: 0.006,
        durationMs: 1,
      })
    }
    at += Math.floor(20 + random() * 400)
    tell({ type: 'step-saved', item, step, span: step, durationMs: 1 })
  }
  const failure = { reason: 'threw', message: 'no luck' } as const
  if (random() < 0.02) tell({ type: 'item-ended', item, outcome: 'failed', failure })
  else tell({ type: 'item-ended', item, outcome: 'done' })
  return at
}

function outcomesOf(timed: readonly [number, Fact][]): { done: number; failed: number } {
  const failed = timed.filter(([, fact]) => fact.type === 'item-ended' && fact.outcome === 'failed')
  const ended = timed.filter(([, fact]) => fact.type === 'item-ended')
  return { done: ended.length - failed.length, failed: failed.length }
}

function idOf(number: number): ItemId {
  return String(number) as ItemId
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
