/** How long an item has waited for credentials, and what it waits for. */
import type { ItemLife, OpenWait } from '../../scheduler/item-life.ts'

export interface ItemWaits extends Pick<ItemLife, 'waits' | 'leases'> {
  /** Since when it has waited and done nothing else. */
  waitingSince?: number
  /** How long it has waited so before. */
  waitedMs: number
}

/** It waits while one of its calls does and none is being answered. */
export function noteWaiting(item: ItemWaits, at: number): void {
  const { waitingSince: since } = item
  if (item.waits.length > 0 && item.leases.length === 0) item.waitingSince ??= at
  else if (since !== undefined) {
    item.waitedMs += at - since
    delete item.waitingSince
  }
}

/** What it waits for, if it does nothing else, and since when that is so. */
export function waitOf({ waits, waitingSince: since }: ItemWaits): OpenWait | undefined {
  const last = waits.at(-1)
  return last === undefined || since === undefined ? undefined : { ...last, since }
}

/** Those that serve it now. */
export function credentialsOf(item: ItemWaits): string[] {
  return [...new Set(item.leases.map(({ credential }) => credential))]
}
