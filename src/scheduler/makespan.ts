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
  const ready = jobs.flatMap((_, index) => (open[index] === 0 ? [index] : []))
  const running: { readonly index: number; readonly endsAt: number }[] = []
  let now = 0
  for (let next = 0; next < ready.length || running.length > 0; ) {
    const index = running.length < parallel ? ready[next] : undefined
    if (index !== undefined) {
      running.push({ index, endsAt: now + (jobs[index]?.durationMs ?? 0) })
      next += 1
      continue
    }
    const ended = running.splice(firstToEnd(running), 1)
    for (const { index: done, endsAt } of ended) {
      now = endsAt
      for (const follower of followers[done] ?? []) {
        open[follower] = (open[follower] ?? 0) - 1
        if (open[follower] === 0) insert(ready, follower, next)
      }
    }
  }
  return now
}

function firstToEnd(running: readonly { readonly endsAt: number }[]): number {
  const soonest = Math.min(...running.map(({ endsAt }) => endsAt))
  return running.findIndex(({ endsAt }) => endsAt === soonest)
}

/** Keeps what has not been taken yet, from `next` on, in the order given. */
function insert(ready: number[], index: number, next: number): void {
  let low = next
  let high = ready.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ready[middle] ?? index) < index) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, index)
}
