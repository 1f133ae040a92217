/**
 * A run as a trace for Perfetto: a row for each place that a worker can have, with items and their steps
 * in one another, and a row for each credential with its leases. Steps beside others, and waits for a
 * credential, have rows of their own below.
 */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { advance, cutOff, type Ended, type ItemLife, newLife } from '../../scheduler/item-life.ts'
import { groupName, instant, type Slice, type TraceEvent, TraceRows } from './trace-rows.ts'

export interface Trace {
  readonly displayTimeUnit: 'ms'
  readonly otherData: Readonly<Record<string, unknown>>
  readonly traceEvents: readonly TraceEvent[]
}

const WORKERS = 1
const CREDENTIALS = 2
/** Rows of one place or credential. */
const ROWS = 1_000
const WAITS_FROM = 500

/** `until` is the time of the last event. */
export function traceOf(events: Iterable<Event>, until: number): Trace {
  const fold = new TraceFold()
  for (const event of events) fold.add(event)
  return { displayTimeUnit: 'ms', otherData: fold.about, traceEvents: fold.end(until) }
}

/** What an item was at in one attempt. */
interface Work {
  readonly slice: Slice
  readonly steps: readonly Slice[]
  readonly waits: readonly Slice[]
  readonly kills: readonly EventOf<'item-killed'>[]
}

interface ItemTrace {
  readonly label: string
  readonly life: ItemLife
  steps: Slice[]
  waits: Slice[]
  kills: EventOf<'item-killed'>[]
}

class TraceFold {
  about = {}
  readonly #items = new Map<ItemId, ItemTrace>()
  readonly #works: Work[] = []
  /** In the order in which they were first used. */
  readonly #credentials = new Map<string, Slice[]>()
  readonly #rests: EventOf<'credential-rested'>[] = []
  readonly #stops: EventOf<'run-stopping'>[] = []

  add(event: Event): void {
    switch (event.type) {
      case 'run-started': {
        const { run, workflow, command, at } = event
        this.about = { run, workflow, command, startedAt: new Date(at).toISOString() }
        return
      }
      case 'item-queued': {
        const { item, label } = event
        this.#items.set(item, { label, life: newLife(), steps: [], waits: [], kills: [] })
        return
      }
      case 'run-stopping':
        this.#stops.push(event)
        return
      case 'credential-rested':
        this.#rests.push(event)
        this.#leasesOf(event.credential)
        return
      case 'lease-granted':
        this.#leasesOf(event.credential)
    }
    const item = 'item' in event ? this.#items.get(event.item) : undefined
    if (item === undefined) return
    if (event.type === 'item-killed') item.kills.push(event)
    for (const ended of advance(item.life, event)) this.#ended(item, ended, event.at)
  }

  /** Open spans of a running or killed run end at this time. */
  end(until: number): TraceEvent[] {
    for (const item of this.#items.values())
      for (const ended of cutOff(item.life)) this.#ended(item, ended, until)
    return [
      groupName(WORKERS, 'workers'),
      groupName(CREDENTIALS, 'credentials'),
      ...placed(this.#works),
      ...this.#stops.map(stopInstant),
      ...[...this.#credentials].flatMap(([credential, leases], index) => {
        const first = { pid: CREDENTIALS, tid: (index + 1) * ROWS }
        const name = (number: number) => (number === 1 ? credential : `${credential} (${number})`)
        const rows = new TraceRows(first, name)
        for (const lease of inOrder(leases)) rows.add(lease)
        const rests = this.#rests.filter((rest) => rest.credential === credential)
        return [...rows.events, ...rests.map((rest) => instant(first, restAbout(rest)))]
      }),
    ]
  }

  #ended(item: ItemTrace, { kind, was, how }: Ended, until: number): void {
    const { label, steps, waits, kills } = item
    const from = was.since
    switch (kind) {
      case 'step':
        steps.push({ name: was.name, from, until, args: stepArgs(how) })
        return
      case 'wait':
        waits.push({ name: `waits: ${was.why}`, from, until, args: { model: was.model } })
        return
      case 'lease': {
        const args = { model: was.model, ...(how === undefined ? CUT : { outcome: how }) }
        this.#leasesOf(was.credential).push({ name: label, from, until, args })
        return
      }
      case 'attempt': {
        const { number: attempt, worker } = was
        const args = { attempt, process: worker, ended: how ?? false }
        this.#works.push({ slice: { name: label, from, until, args }, steps, waits, kills })
        Object.assign(item, { steps: [], waits: [], kills: [] })
      }
    }
  }

  #leasesOf(credential: string): Slice[] {
    const leases = this.#credentials.get(credential) ?? []
    this.#credentials.set(credential, leases)
    return leases
  }
}

const CUT = { ended: false }

function stepArgs(how: string | undefined): Slice['args'] {
  if (how === undefined) return CUT
  return how === 'saved' ? {} : { failed: how }
}

/** Each attempt at the first place that is free. */
function placed(works: readonly Work[]): TraceEvent[] {
  const freeAt: number[] = []
  const places: Work[][] = []
  for (const work of works.toSorted((a, b) => byTime(a.slice, b.slice))) {
    const free = freeAt.findIndex((at) => at <= work.slice.from)
    const place = free === -1 ? freeAt.length : free
    freeAt[place] = work.slice.until
    places[place] ??= []
    places[place].push(work)
  }
  return places.flatMap(placeEvents)
}

function placeEvents(works: readonly Work[], index: number): TraceEvent[] {
  const row = { pid: WORKERS, tid: (index + 1) * ROWS }
  const work = new TraceRows(row, (number) => (number === 1 ? `worker ${index + 1}` : 'beside'))
  const waiting = new TraceRows({ ...row, tid: row.tid + WAITS_FROM }, () => 'waiting')
  for (const { slice, steps, waits } of works) {
    work.add(slice)
    for (const step of inOrder(steps))
      work.add(step, (outer) => outer === slice || step.name.startsWith(`${outer.name}/`))
    for (const wait of inOrder(waits)) waiting.add(wait)
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

function restAbout({ why, model, until, at }: EventOf<'credential-rested'>) {
  const args = { why, model, until: new Date(until).toISOString() }
  return { name: `rests: ${why}`, at, s: 't', args } as const
}

function inOrder(slices: readonly Slice[]): Slice[] {
  return slices.toSorted(byTime)
}

/** Of two that begin together the longer one is around the other. */
function byTime(a: Slice, b: Slice): number {
  return a.from - b.from || b.until - a.until
}
