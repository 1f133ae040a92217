/**
 * The rows and spans of a trace in the format that Chrome made and Perfetto reads. Spans of one row must
 * lie in one another or apart: what happens beside something else gets the next free row.
 */
export interface TraceEvent {
  readonly ph: 'X' | 'i' | 'M'
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts?: number
  readonly dur?: number
  /** How far an instant reaches: its row, or everything. */
  readonly s?: 't' | 'g'
  readonly args?: Args
}

type Args = Readonly<Record<string, unknown>>

export interface Row {
  readonly pid: number
  readonly tid: number
}

export interface Span extends Row {
  readonly name: string
  readonly at: number
  readonly args: Args
}

export class TraceSpans {
  readonly events: TraceEvent[] = []
  readonly #taken = new Set<string>()
  readonly #named = new Set<string>()
  readonly #open = new Set<Span>()

  /** A group of rows, such as the workers. */
  nameGroup(pid: number, name: string): void {
    this.events.push({ ph: 'M', name: 'process_name', pid, tid: 0, args: { name } })
  }

  /** The first row that is free of `first`, `first + by`, …, named by its number among them. */
  takeRow(options: {
    readonly pid: number
    readonly first: number
    readonly by: number
    readonly name: (number: number) => string
  }): Row {
    const { pid, first, by, name } = options
    let number = 1
    while (this.#taken.has(`${pid} ${first + (number - 1) * by}`)) number += 1
    const tid = first + (number - 1) * by
    this.#taken.add(`${pid} ${tid}`)
    if (!this.#named.has(`${pid} ${tid}`)) this.#nameRow({ pid, tid }, name(number))
    return { pid, tid }
  }

  freeRow({ pid, tid }: Row): void {
    this.#taken.delete(`${pid} ${tid}`)
  }

  begin({ pid, tid }: Row, { name, at, args }: { name: string; at: number; args: Args }): Span {
    const span = { pid, tid, name, at, args }
    this.#open.add(span)
    return span
  }

  end(span: Span, at: number, args: Args = {}): void {
    if (!this.#open.delete(span)) return
    const { pid, tid, name } = span
    const time = { ts: span.at * 1_000, dur: Math.max(0, at - span.at) * 1_000 }
    this.events.push({ ph: 'X', name, pid, tid, ...time, args: { ...span.args, ...args } })
  }

  instant(
    { pid, tid }: Row,
    options: { name: string; at: number; s: 't' | 'g'; args: Args },
  ): void {
    const { name, at, s, args } = options
    this.events.push({ ph: 'i', name, pid, tid, ts: at * 1_000, s, args })
  }

  /** Of a run that goes on or was cut off: what had not ended at that moment. */
  endAll(at: number): void {
    for (const span of [...this.#open]) this.end(span, at, { ended: false })
  }

  #nameRow({ pid, tid }: Row, name: string): void {
    this.#named.add(`${pid} ${tid}`)
    this.events.push(
      { ph: 'M', name: 'thread_name', pid, tid, args: { name } },
      { ph: 'M', name: 'thread_sort_index', pid, tid, args: { sort_index: tid } },
    )
  }
}
