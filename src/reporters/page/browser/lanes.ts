/** The run as the timeline uses it: packed spans are unpacked once. */
import type { PageData } from '../page-data.ts'
import type { TimeWindow } from './window.ts'

export interface LaneSpan {
  readonly from: number
  readonly until: number
  /** Number of the step or wait. */
  readonly which: number
}

export interface Lanes {
  readonly data: PageData
  readonly items: readonly Record<'workers' | 'spans' | 'waits', readonly LaneSpan[]>[]
}

/** Up to so many rows are always shown. */
const FEW_ITEMS = 22

export function lanesOf(data: PageData): Lanes {
  const { workers, spans, waits } = data.items
  return {
    data,
    items: workers.map((packed, item) => ({
      workers: unpacked(packed),
      spans: unpacked(spans[item] ?? []),
      waits: unpacked(waits[item] ?? []),
    })),
  }
}

export function unpacked(packed: readonly number[]): LaneSpan[] {
  const spans: LaneSpan[] = []
  let end = 0
  for (let index = 0; index < packed.length; index += 3) {
    const [which = 0, gap = 0, duration = 0] = packed.slice(index, index + 3)
    spans.push({ which, from: end + gap, until: end + gap + duration })
    end += gap + duration
  }
  return spans
}

/** Lanes are numbered: items first, then pauses, then credentials. */
export function laneOf({ data, items }: Lanes, lane: number) {
  const pause = lane - items.length
  return {
    item: items[lane],
    pause: data.pauses[pause],
    credential: data.credentials[pause - data.pauses.length],
  }
}

export function areFew({ items }: Lanes): boolean {
  return items.length <= FEW_ITEMS
}

/** The items that have rows: of many only those that were active in the visible time. */
export function rowsIn(lanes: Lanes, { from, until }: TimeWindow): number[] {
  const all = lanes.items.map((_, item) => item)
  const isWhole = from <= 0 && until >= lanes.data.untilMs
  if (isWhole || areFew(lanes)) return all
  return all.filter((item) => {
    const workers = lanes.items[item]?.workers ?? []
    const [first, last] = [workers.at(0), workers.at(-1)]
    return first !== undefined && last !== undefined && first.from <= until && last.until >= from
  })
}
