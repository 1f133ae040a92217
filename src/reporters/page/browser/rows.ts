import type { Lanes } from './lanes.ts'
import type { TimeWindow } from './window.ts'

/** As many are always shown. */
const FEW_ITEMS = 22

export function areFew({ items }: Lanes): boolean {
  return items.length <= FEW_ITEMS
}

/** The items that have rows: of many only those that were worked on in the time that is seen. */
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
