/** The run as the timeline uses it: packed spans are unpacked once. */
import type { PageData } from '../page-data.ts'
import type { TimeWindow } from './window.ts'

interface ItemLane {
  readonly workers: Int32Array
  readonly spans: Int32Array
  readonly waits: Int32Array
}

export interface Lanes {
  readonly data: PageData
  readonly items: readonly ItemLane[]
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

/** From, until and which, for each span. */
export function unpacked(packed: readonly number[]): Int32Array {
  const spans = new Int32Array(packed.length)
  let end = 0
  for (let index = 0; index < packed.length; index += 3) {
    const from = end + (packed[index + 1] ?? 0)
    end = from + (packed[index + 2] ?? 0)
    spans[index] = from
    spans[index + 1] = end
    spans[index + 2] = packed[index] ?? 0
  }
  return spans
}

/** The span that this moment lies in, and its length. */
export function spanAt(
  spans: Int32Array,
  at: number,
): { readonly which: number; readonly ms: number } | undefined {
  for (let index = 0; index < spans.length; index += 3) {
    const [from = 0, until = 0, which = 0] = spans.subarray(index, index + 3)
    if (at >= from && at < until) return { which, ms: until - from }
  }
  return undefined
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
    const { workers } = lanes.items[item] ?? {}
    const [began, ended] = [workers?.[0], workers?.at(-2)]
    return began !== undefined && ended !== undefined && began <= until && ended >= from
  })
}
