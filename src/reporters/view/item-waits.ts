/** What an item waits for, and who serves it. Lists, since they are short and items may be many. */
import type { EventOf } from '../../model/event.ts'
import type { Outage, WaitReason } from '../../model/lease.ts'

interface WaitingCall {
  readonly call: number
  readonly why: WaitReason
  readonly until: number | null
  readonly provider: string
  readonly outage: Outage | undefined
}

export interface Wait extends Omit<WaitingCall, 'call'> {
  readonly since: number
}

export interface ItemWaits {
  /** Calls that wait for a lease. */
  readonly waits: WaitingCall[]
  readonly leases: { readonly lease: number; readonly credential: string }[]
  /** Since when it has waited and done nothing else. */
  waitingSince?: number
  /** How long it has waited so before. */
  waitedMs: number
}

export function beginWait(
  item: ItemWaits,
  { call, why, until, provider, outage, at }: EventOf<'lease-queued'>,
): void {
  const index = item.waits.findIndex((wait) => wait.call === call)
  item.waits.splice(index === -1 ? item.waits.length : index, 1, {
    call,
    why,
    until,
    provider,
    outage,
  })
  lookAtWaiting(item, at)
}

export function endWait(
  item: ItemWaits,
  { call, at }: { readonly call: number; readonly at: number },
): void {
  const index = item.waits.findIndex((wait) => wait.call === call)
  if (index !== -1) item.waits.splice(index, 1)
  lookAtWaiting(item, at)
}

export function beginLease(item: ItemWaits, event: EventOf<'lease-granted'>): void {
  item.leases.push({ lease: event.lease, credential: event.credential })
  endWait(item, event)
}

export function endLease(item: ItemWaits, { lease, at }: EventOf<'lease-returned'>): void {
  const index = item.leases.findIndex((open) => open.lease === lease)
  if (index !== -1) item.leases.splice(index, 1)
  lookAtWaiting(item, at)
}

/** Whoever waited is gone. */
export function endAllWaits(item: ItemWaits, at: number): void {
  item.waits.length = 0
  item.leases.length = 0
  lookAtWaiting(item, at)
}

/** A sleep counts for nobody. */
export function putOffWaits(item: ItemWaits, ms: number): void {
  if (item.waitingSince !== undefined) item.waitingSince += ms
}

/** What it waits for, if it does nothing else, and since when that is so. */
export function waitOf(item: ItemWaits): Wait | undefined {
  const last = item.waits.at(-1)
  if (last === undefined || item.waitingSince === undefined) return undefined
  const { call: _, ...wait } = last
  return { ...wait, since: item.waitingSince }
}

/** Those that serve it now. */
export function credentialsOf(item: ItemWaits): string[] {
  return [...new Set(item.leases.map(({ credential }) => credential))]
}

/** It waits while one of its calls does and none is being answered. */
function lookAtWaiting(item: ItemWaits, at: number): void {
  const { waitingSince: since } = item
  if (item.waits.length > 0 && item.leases.length === 0) item.waitingSince ??= at
  else if (since !== undefined) {
    item.waitedMs += at - since
    delete item.waitingSince
  }
}
