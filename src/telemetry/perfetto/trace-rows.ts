/**
 * Rows of a trace in the format that Chrome made and Perfetto reads. Slices of one row must be nested or apart:
 * one that overlaps another gets the next free row.
 */
export interface TraceEvent {
  readonly ph: 'X' | 'i' | 'M'
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts?: number
  readonly dur?: number
  /** Scope of an instant: its row, or everything. */
  readonly s?: 't' | 'g'
  readonly args?: Args
}

type Args = Readonly<Record<string, unknown>>
type Row = Pick<TraceEvent, 'pid' | 'tid'>

export interface Slice {
  readonly name: string
  readonly from: number
  readonly until: number
  readonly args: Args
}

/** The rows of one place or credential: as many as it has parallel slices. */
export class TraceRows {
  readonly #first: Row
  readonly #nameOf: (number: number) => string
  readonly #open: Slice[][] = []
  readonly events: TraceEvent[] = []

  constructor(first: Row, nameOf: (number: number) => string) {
    this.#first = first
    this.#nameOf = nameOf
  }

  /** Slices must be added in the order of their starts. */
  add(slice: Slice, mayLieIn: (outer: Slice) => boolean = () => false): void {
    const { pid, tid } = this.#first
    const row = { pid, tid: tid + this.#rowFor(slice, mayLieIn) }
    const { name, from, until, args } = slice
    const time = { ts: from * 1_000, dur: Math.max(0, until - from) * 1_000 }
    this.events.push({ ph: 'X', name, ...row, ...time, args })
  }

  #rowFor(slice: Slice, mayLieIn: (outer: Slice) => boolean): number {
    for (const [number, open] of this.#open.entries()) {
      while ((open.at(-1)?.until ?? Number.POSITIVE_INFINITY) <= slice.from) open.pop()
      const outer = open.at(-1)
      const hasRoom = outer === undefined || (outer.until >= slice.until && mayLieIn(outer))
      if (hasRoom) {
        open.push(slice)
        return number
      }
    }
    const { pid, tid } = this.#first
    const number = this.#open.push([slice]) - 1
    this.events.push(...rowName({ pid, tid: tid + number }, this.#nameOf(number + 1)))
    return number
  }
}

export function instant(
  row: Row,
  { name, at, s, args }: { name: string; at: number; s: 't' | 'g'; args: Args },
): TraceEvent {
  return { ph: 'i', name, ...row, ts: at * 1_000, s, args }
}

export function groupName(pid: number, name: string): TraceEvent {
  return { ph: 'M', name: 'process_name', pid, tid: 0, args: { name } }
}

function rowName(row: Row, name: string): TraceEvent[] {
  return [
    { ph: 'M', name: 'thread_name', ...row, args: { name } },
    { ph: 'M', name: 'thread_sort_index', ...row, args: { sort_index: row.tid } },
  ]
}
