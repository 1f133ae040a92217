/** The leases of a run, sorted by credential and by the scope whose limits they count against. */

import type { KnownCredential } from '../../../model/calls/lease.ts'
import type { Event, EventOf } from '../../../model/event.ts'
import type { ItemId } from '../../../model/ids.ts'
import type { CredentialLane } from '../page-data.ts'
import { CredentialTrack, type LeaseEnd } from './credential-track.ts'
import { ScopeUsage } from './usage-line.ts'

interface Open {
  readonly item: ItemId
  readonly credential: string
  readonly model: string
  readonly from: number
}

export class LeaseTracks {
  readonly #itemNumber: (item: ItemId) => number
  readonly #tracks = new Map<string, CredentialTrack>()
  /** By provider and scope. */
  readonly #scopes = new Map<string, ScopeUsage>()
  readonly #open = new Map<number, Open>()
  #startedAt = 0

  constructor(itemNumber: (item: ItemId) => number) {
    this.#itemNumber = itemNumber
  }

  add(event: Event, at: number): void {
    switch (event.type) {
      case 'run-started':
        this.#startedAt = event.at
        for (const credential of event.credentials) this.#know(credential)
        return
      case 'lease-granted':
        return this.#granted(event, at)
      case 'lease-returned':
        return this.#returned(event.lease, { end: event.outcome, returned: event }, at)
      case 'worker-exited':
        return this.#left(event.item, at)
      case 'credential-rested':
        return this.#rested(event, at)
      case 'credential-rejected':
        return this.#tracks.get(event.credential)?.rejected(at)
    }
  }

  /** Credentials of the providers that were used; unused ones come last. */
  lanes(untilMs: number, { isRunning }: { readonly isRunning: boolean }): CredentialLane[] {
    const end = isRunning ? 'not over' : 'lost with its worker'
    for (const lease of [...this.#open.keys()]) this.#returned(lease, { end }, untilMs)
    const lanes = [...this.#tracks.values()].map((track) => track.lane(untilMs))
    const asked = new Set(lanes.filter(wasUsed).map(({ provider }) => provider))
    return lanes
      .filter(({ provider }) => asked.has(provider))
      .sort((a, b) => Number(wasUsed(b)) - Number(wasUsed(a)))
  }

  #know(credential: KnownCredential): void {
    const { id, provider, scope, protocol } = credential
    const name = `${provider}:${scope}`
    const usage = this.#scopes.get(name) ?? new ScopeUsage(this.#startedAt, protocol)
    usage.addKey(credential)
    this.#scopes.set(name, usage)
    this.#tracks.set(id, new CredentialTrack(credential, usage))
  }

  #granted({ item, lease, credential, model }: EventOf<'lease-granted'>, at: number): void {
    this.#tracks.get(credential)?.granted(lease, this.#itemNumber(item), at)
    this.#open.set(lease, { item, credential, model, from: at })
  }

  #returned(
    lease: number,
    { end, returned }: { end: LeaseEnd; returned?: EventOf<'lease-returned'> },
    at: number,
  ): void {
    const open = this.#open.get(lease)
    if (open === undefined) return
    this.#open.delete(lease)
    const track = this.#tracks.get(open.credential)
    track?.returned(lease, end, at)
    track?.usage.add(open, { until: at, returned })
  }

  /** The leases of a dead worker end without an event. */
  #left(item: ItemId, at: number): void {
    for (const [lease, open] of this.#open)
      if (open.item === item) this.#returned(lease, { end: 'lost with its worker' }, at)
  }

  #rested(event: EventOf<'credential-rested'>, at: number): void {
    const rested = this.#tracks.get(event.credential)
    for (const track of this.#tracks.values())
      if (track.usage === rested?.usage) track.rested(event, at, this.#startedAt)
  }
}

function wasUsed({ leases, rests }: CredentialLane): boolean {
  return leases.length + rests.length > 0
}
