/**
 * A row for each place that a worker can have: its item, in it the item's steps, in these the steps inside
 * them. Steps that go on beside others, and waits for a credential, have rows of their own below it.
 */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Row, Span, TraceSpans } from './trace-spans.ts'

const GROUP = 1
/** Rows of one place: itself, then steps, then waits. */
const ROWS = 1_000
const WAITS_FROM = 500

interface Attempt {
  readonly place: Row
  readonly span: Span
  /** Open steps of each row, the innermost last. */
  readonly steps: Map<Row, { readonly step: string; readonly span: Span }[]>
  readonly waits: Map<number, { readonly row: Row; readonly span: Span }>
}

export class WorkerRows {
  readonly #spans: TraceSpans
  readonly #labelOf: (item: ItemId) => string
  readonly #attempts = new Map<ItemId, Attempt>()

  constructor(spans: TraceSpans, labelOf: (item: ItemId) => string) {
    this.#spans = spans
    this.#labelOf = labelOf
    spans.nameGroup(GROUP, 'workers')
  }

  add(event: Event): void {
    if (event.type === 'item-started') this.#started(event)
    if (event.type === 'run-stopping') this.#stopping(event)
    const attempt = 'item' in event ? this.#attempts.get(event.item) : undefined
    if (attempt === undefined) return
    switch (event.type) {
      case 'step-started':
        return this.#stepStarted(attempt, event)
      case 'step-saved':
        return this.#stepEnded(attempt, event, {})
      case 'step-failed':
        return this.#stepEnded(attempt, event, { failed: event.failure.reason })
      case 'lease-queued':
        return this.#waits(attempt, event)
      case 'lease-granted':
      case 'lease-refused':
        return this.#waited(attempt, event)
      case 'item-killed':
        return this.#killed(attempt, event)
      case 'worker-exited':
        return this.#ended(attempt, event, event.report?.outcome ?? event.signal ?? 'died')
      case 'item-ended':
        return this.#ended(attempt, event, event.outcome)
    }
  }

  #started({ item, attempt, worker, at }: EventOf<'item-started'>): void {
    const place = this.#spans.takeRow({ pid: GROUP, first: ROWS, by: ROWS, name: workerName })
    const about = { name: this.#labelOf(item), at, args: { attempt, process: worker } }
    const span = this.#spans.begin(place, about)
    this.#attempts.set(item, { place, span, steps: new Map([[place, []]]), waits: new Map() })
  }

  #stepStarted({ place, steps }: Attempt, { step, at }: EventOf<'step-started'>): void {
    const [row] = [...steps].find(([, open]) => isInside(step, open.at(-1)?.step)) ?? [
      this.#spans.takeRow({ ...place, first: place.tid + 1, by: 1, name: () => 'beside' }),
    ]
    const span = this.#spans.begin(row, { name: step, at, args: {} })
    steps.set(row, [...(steps.get(row) ?? []), { step, span }])
  }

  #stepEnded(
    { place, steps }: Attempt,
    { step, at }: { readonly step: string; readonly at: number },
    args: Readonly<Record<string, unknown>>,
  ): void {
    for (const [row, open] of steps) {
      const ended = open.find((one) => one.step === step)
      if (ended === undefined) continue
      this.#spans.end(ended.span, at, args)
      const rest = open.filter((one) => one !== ended)
      steps.set(row, rest)
      if (rest.length > 0 || row === place) return
      steps.delete(row)
      this.#spans.freeRow(row)
      return
    }
  }

  #waits({ place, waits }: Attempt, { call, why, model, at }: EventOf<'lease-queued'>): void {
    if (waits.has(call)) return
    const first = place.tid + WAITS_FROM
    const row = this.#spans.takeRow({ ...place, first, by: 1, name: () => 'waiting' })
    const span = this.#spans.begin(row, { name: `waits: ${why}`, at, args: { model } })
    waits.set(call, { row, span })
  }

  #waited({ waits }: Attempt, { call, at }: { readonly call: number; readonly at: number }): void {
    const wait = waits.get(call)
    if (wait === undefined) return
    waits.delete(call)
    this.#spans.end(wait.span, at)
    this.#spans.freeRow(wait.row)
  }

  #killed({ place }: Attempt, { failure, at }: EventOf<'item-killed'>): void {
    const name = failure === undefined ? 'killed' : `killed: ${failure.reason}`
    this.#spans.instant(place, { name, at, s: 't', args: {} })
  }

  /** With its worker everything has ended that it was at. */
  #ended(
    { place, span, steps, waits }: Attempt,
    { item, at }: { readonly item: ItemId; readonly at: number },
    ended: string,
  ): void {
    for (const call of [...waits.keys()]) this.#waited({ place, span, steps, waits }, { call, at })
    for (const [row, open] of steps) {
      for (const one of open.toReversed()) this.#spans.end(one.span, at, { ended: false })
      this.#spans.freeRow(row)
    }
    this.#spans.end(span, at, { ended })
    this.#attempts.delete(item)
  }

  #stopping({ cause, force, at }: EventOf<'run-stopping'>): void {
    const row = { pid: GROUP, tid: 0 }
    this.#spans.instant(row, { name: `stopping: ${cause}`, at, s: 'g', args: { force } })
  }
}

function workerName(number: number): string {
  return `worker ${number}`
}

/** Whether a step may lie in this one; in none at all every one may. */
function isInside(step: string, outer: string | undefined): boolean {
  return outer === undefined || step.startsWith(`${outer}/`)
}
