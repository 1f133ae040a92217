/** What an item waits for, and who serves it. Lists, since they are short and items may be many. */
import type { Event } from '../model/event.ts'
import type { WaitReason } from '../model/lease.ts'

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

export interface Wait {
  readonly call: number
  readonly why: WaitReason
  readonly until: number | null
  readonly since: number
}

export interface ItemWaits {
  /** Calls that wait for a lease. */
  readonly waits: Wait[]
  readonly leases: { readonly lease: number; readonly credential: string }[]
  /** How long it has waited for credentials and done nothing else. */
  waitedMs: number
}

export function beginWait(
  item: ItemWaits,
  { call, why, until, at }: EventOf<'lease-queued'>,
): void {
  const index = item.waits.findIndex((wait) => wait.call === call)
  item.waits.splice(index === -1 ? item.waits.length : index, 1, { call, why, until, since: at })
}

/** Of calls that wait at once only the last one to be served ends the waiting. */
export function endWait(
  item: ItemWaits,
  { call, at }: { readonly call: number; readonly at: number },
): void {
  const index = item.waits.findIndex((wait) => wait.call === call)
  if (index === -1) return
  for (const { since } of item.waits.splice(index, 1))
    if (item.waits.length + item.leases.length === 0) item.waitedMs += at - since
}

export function beginLease(item: ItemWaits, event: EventOf<'lease-granted'>): void {
  endWait(item, event)
  item.leases.push({ lease: event.lease, credential: event.credential })
}

export function endLease(item: ItemWaits, { lease }: EventOf<'lease-returned'>): void {
  const index = item.leases.findIndex((open) => open.lease === lease)
  if (index !== -1) item.leases.splice(index, 1)
}

/** Whoever waited is gone. */
export function forgetWaits(item: ItemWaits): void {
  item.waits.length = 0
  item.leases.length = 0
}

/** A sleep counts for nobody. */
export function putOffWaits(item: ItemWaits, ms: number): void {
  for (const [index, wait] of item.waits.entries())
    item.waits[index] = { ...wait, since: wait.since + ms }
}

/** What it waits for, if it does nothing else. */
export function waitOf(item: ItemWaits): Wait | undefined {
  return item.leases.length > 0 ? undefined : item.waits.at(-1)
}

/** Those that serve it now. */
export function credentialsOf(item: ItemWaits): string[] {
  return [...new Set(item.leases.map(({ credential }) => credential))]
}
