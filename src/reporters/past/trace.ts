/**
 * A run as a trace for Perfetto: a row for each place that a worker can have, with items and their steps
 * in one another, and a row for each credential with its leases.
 */
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { CredentialRows } from './trace-credentials.ts'
import { type TraceEvent, TraceSpans } from './trace-spans.ts'
import { WorkerRows } from './trace-workers.ts'

export interface Trace {
  readonly displayTimeUnit: 'ms'
  readonly otherData: Readonly<Record<string, unknown>>
  readonly traceEvents: readonly TraceEvent[]
}

/** `until` is when the run was last heard of. */
export function traceOf(events: Iterable<Event>, until: number): Trace {
  const spans = new TraceSpans()
  const labels = new Map<ItemId, string>()
  const labelOf = (item: ItemId) => labels.get(item) ?? item
  const workers = new WorkerRows(spans, labelOf)
  const credentials = new CredentialRows(spans, labelOf)
  let about = {}
  for (const event of events) {
    if (event.type === 'run-started') {
      const { run, workflow, command, at } = event
      about = { run, workflow, command, startedAt: new Date(at).toISOString() }
    }
    if (event.type === 'item-queued') labels.set(event.item, event.label)
    workers.add(event)
    credentials.add(event)
  }
  spans.endAll(until)
  return { displayTimeUnit: 'ms', otherData: about, traceEvents: spans.events }
}
