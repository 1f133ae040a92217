import type { Event, Fact, FactOf } from '../../src/model/event.ts'
import type { ItemId, RunId, WorkflowName } from '../../src/model/ids.ts'

export const BEGAN_AT = Date.parse('2026-11-16T08:00:00Z')

/** Facts as the events of one run, a second apart. */
export function eventsOf(facts: readonly Fact[], run = 'r-7f3a0001'): Event[] {
  return facts.map((fact, index) => {
    const at = BEGAN_AT + index * 1_000
    return { v: 1, seq: index + 1, at, run: run as RunId, ...fact }
  })
}

/** What a run begins with, where that does not matter. */
export const PLAIN_START = {
  mock: false,
  models: {},
  fresh: false,
  estimate: null,
  credentials: [],
  trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true, links: [] },
} as const

export function runStarted(items: number, parallel = 3): FactOf<'run-started'> {
  const times = { itemTimeoutMs: 1, idleTimeoutMs: 1, runTimeoutMs: 1, stopGraceMs: 1 }
  return {
    type: 'run-started',
    ...PLAIN_START,
    workflow: 'lld' as WorkflowName,
    version: '0.1.0',
    command: 'agentos lld --all',
    items,
    alreadyDone: 0,
    limits: { parallel, failFast: false, restarts: 2, ...times },
  }
}

export function queued(id: string, title = `Title of ${id}`): FactOf<'item-queued'> {
  const item = id as ItemId
  return { type: 'item-queued', item, label: `LLD-${id}`, title, dependsOn: [], after: [] }
}

/** A fact about an item, whose id a test may write as plain text. */
export function of(
  id: string,
  fact: { readonly type: Fact['type'] } & Readonly<Record<string, unknown>>,
): Fact {
  return { ...fact, item: id } as unknown as Fact
}
