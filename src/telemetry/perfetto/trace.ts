/**
 * The spans of a run for Perfetto: a row for each place that a worker can have, with attempts at items and their
 * nested steps, and a row for each credential with its leases. Parallel steps, and waits for a credential, have
 * separate rows below.
 */
import type { Event, EventOf } from '../../model/event.ts'
import { RunSpans } from '../spans/run-spans.ts'
import type { Span } from '../spans/span.ts'
import { groupName, instant, type Slice, type TraceEvent, TraceRows } from './trace-rows.ts'

/** An attempt, and what happened in it. */
interface Work {
  readonly slice: Slice
  readonly steps: Slice[]
  readonly waits: Slice[]
  readonly kills: EventOf<'item-killed'>[]
}

const WORKERS = 1
const CREDENTIALS = 2
/** Rows of one place or credential. */
const ROWS = 1_000
const WAITS_FROM = 500

/** Open spans of a running or killed run end at `until`, the time of its last event. */
export function traceOf(events: Iterable<Event>, until: number) {
  const spans: Span[] = []
  const run = new RunSpans((span) => spans.push(span))
  const kills: EventOf<'item-killed'>[] = []
  const rests: EventOf<'credential-rested'>[] = []
  const stops: EventOf<'run-stopping'>[] = []
  let otherData: object = {}
  for (const event of events) {
    run.add(event)
    if (event.type === 'run-started') otherData = aboutRun(event)
    if (event.type === 'item-killed') kills.push(event)
    if (event.type === 'credential-rested') rests.push(event)
    if (event.type === 'run-stopping') stops.push(event)
  }
  run.close(until)
  // Of two that start together the longer one is around the other.
  spans.sort((a, b) => a.startedAt - b.startedAt || b.endedAt - a.endedAt)
  const traceEvents = [
    groupName(WORKERS, 'workers'),
    groupName(CREDENTIALS, 'credentials'),
    ...placesFor(worksOf(spans, kills)).flatMap(placeEvents),
    ...stops.map(stopInstant),
    ...credentialEvents(
      spans.filter(({ type }) => type === 'lease'),
      rests,
    ),
  ]
  return { displayTimeUnit: 'ms', otherData, traceEvents }
}

function aboutRun({ run, workflow, command, at }: EventOf<'run-started'>) {
  return { run, workflow, command, startedAt: new Date(at).toISOString() }
}

/** The attempts in the order of their starts, each with what happened in it. */
function worksOf(spans: readonly Span[], kills: readonly EventOf<'item-killed'>[]): Work[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const byItem = new Map<unknown, Work[]>()
  for (const span of spans) {
    let item: Span | undefined = span
    while (item !== undefined && item.type !== 'item') item = byId.get(item.parentSpanId ?? '')
    const id = item?.attributes['agentos.item.id']
    const works = byItem.get(id) ?? []
    byItem.set(id, works)
    const slice = sliceOf(span)
    if (span.type === 'attempt') works.push({ slice, steps: [], waits: [], kills: [] })
    if (span.type === 'step') works.at(-1)?.steps.push(slice)
    if (span.type === 'wait') works.at(-1)?.waits.push(slice)
  }
  for (const kill of kills)
    byItem
      .get(kill.item)
      ?.findLast(({ slice }) => slice.from <= kill.at)
      ?.kills.push(kill)
  return [...byItem.values()].flat().sort((a, b) => a.slice.from - b.slice.from)
}

function sliceOf({ type, name, startedAt, endedAt, attributes, failed }: Span): Slice {
  const time = { from: startedAt, until: endedAt }
  const { 'agentos.outcome': outcome, 'agentos.model': model } = attributes
  if (type === 'attempt') {
    const { 'agentos.attempt': attempt, 'process.pid': process } = attributes
    return { ...time, name, args: { attempt, process, ended: outcome ?? false } }
  }
  if (type === 'lease')
    return { ...time, name, args: { model, ...(outcome === undefined ? CUT : { outcome }) } }
  if (type === 'wait')
    return { ...time, name: `waits: ${attributes['agentos.reason']}`, args: { model } }
  const isCut = attributes['agentos.cut_off'] === true
  const args = isCut ? CUT : failed === undefined ? {} : { failed }
  return { ...time, name: `${attributes['agentos.step']}`, args }
}

const CUT = { ended: false }

/** Each attempt at the first place that is free. */
function placesFor(works: readonly Work[]): Work[][] {
  const places: Work[][] = []
  for (const work of works) {
    const isFree = (place: Work[]) => (place.at(-1)?.slice.until ?? 0) <= work.slice.from
    const place = places.find(isFree)
    if (place === undefined) places.push([work])
    else place.push(work)
  }
  return places
}

function placeEvents(works: readonly Work[], index: number): TraceEvent[] {
  const row = { pid: WORKERS, tid: (index + 1) * ROWS }
  const work = new TraceRows(row, (number) => (number === 1 ? `worker ${index + 1}` : 'beside'))
  const waiting = new TraceRows({ ...row, tid: row.tid + WAITS_FROM }, () => 'waiting')
  for (const { slice, steps, waits } of works) {
    work.add(slice)
    for (const step of steps)
      work.add(step, (outer) => outer === slice || step.name.startsWith(`${outer.name}/`))
    for (const wait of waits) waiting.add(wait)
  }
  const kills = works.flatMap((one) => one.kills)
  return [
    ...work.events,
    ...waiting.events,
    ...kills.map(({ failure, at }) => {
      const name = failure === undefined ? 'killed' : `killed: ${failure.reason}`
      return instant(row, { name, at, s: 't', args: {} })
    }),
  ]
}

function stopInstant({ cause, force, at }: EventOf<'run-stopping'>): TraceEvent {
  const row = { pid: WORKERS, tid: 0 }
  return instant(row, { name: `stopping: ${cause}`, at, s: 'g', args: { force } })
}

/** Credentials in the order of their first use. */
function credentialEvents(
  leases: readonly Span[],
  rests: readonly EventOf<'credential-rested'>[],
): TraceEvent[] {
  const uses = [
    ...leases.map((lease) => ({ credential: credentialOf(lease), at: lease.startedAt })),
    ...rests,
  ].sort((a, b) => a.at - b.at)
  return [...new Set(uses.map(({ credential }) => credential))].flatMap((credential, index) => {
    const first = { pid: CREDENTIALS, tid: (index + 1) * ROWS }
    const rows = new TraceRows(first, (number) =>
      number === 1 ? credential : `${credential} (${number})`,
    )
    for (const lease of leases) if (credentialOf(lease) === credential) rows.add(sliceOf(lease))
    const instants = rests
      .filter((rest) => rest.credential === credential)
      .map(({ why, model, until, at }) => {
        const args = { why, model, until: new Date(until).toISOString() }
        return instant(first, { name: `rests: ${why}`, at, s: 't', args })
      })
    return [...rows.events, ...instants]
  })
}

function credentialOf({ attributes }: Span): string {
  return `${attributes['agentos.credential.id']}`
}
