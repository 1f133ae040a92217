import { Heap } from '../model/heap.ts'
import type { ItemId } from '../model/ids.ts'

interface Job {
  readonly id: ItemId
  /** Ids that are not among the jobs have ended before. */
  readonly waitsFor: readonly ItemId[]
  readonly durationMs: number
}

/**
 * The duration of a run over these items: a free worker takes the first item, in the given order, without
 * open dependencies. The order has each item behind its dependencies.
 */
export function makespan(jobs: readonly Job[], parallel: number): number {
  const indexes = new Map(jobs.map(({ id }, index) => [id, index]))
  const followers = jobs.map((): number[] => [])
  const open = jobs.map(({ waitsFor }, index) => {
    const known = waitsFor.flatMap((id) => indexes.get(id) ?? [])
    for (const before of known) followers[before]?.push(index)
    return known.length
  })
  const ready = new Heap<number>((a, b) => a < b)
  for (const [index, count] of open.entries()) if (count === 0) ready.push(index)
  const running = new Heap<{ readonly index: number; readonly endsAt: number }>(
    (a, b) => a.endsAt < b.endsAt || (a.endsAt === b.endsAt && a.index < b.index),
  )
  let free = parallel
  let now = 0
  for (;;) {
    const index = free > 0 ? ready.pop() : undefined
    if (index !== undefined) {
      running.push({ index, endsAt: now + (jobs[index]?.durationMs ?? 0) })
      free -= 1
      continue
    }
    const ended = running.pop()
    if (ended === undefined) return now
    now = ended.endsAt
    free += 1
    for (const follower of followers[ended.index] ?? []) {
      open[follower] = (open[follower] ?? 0) - 1
      if (open[follower] === 0) ready.push(follower)
    }
  }
}
