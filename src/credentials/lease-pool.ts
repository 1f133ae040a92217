/**
 * The credentials of a run, shared by all workers: decides which call is made when, with which credential.
 * Input: calls by `acquire`, their outcomes by `settle`. Output, by `advance`: granted, waiting and refused
 * calls, and facts about credentials and providers. Time and randomness are arguments.
 */

import type { PoolFact } from '../model/calls/call-facts.ts'
import type {
  Charged,
  Credential,
  LeaseRequest,
  RememberedLevel,
  RememberedRest,
  Settlement,
} from '../model/calls/lease.ts'
import type { Waiter } from './call-queue.ts'
import { CostBudget, type CostLimits, chargedFor } from './cost.ts'
import type { Decision, RefusedWhy } from './decision.ts'
import type { GrantSink, Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import { type Lease, learn } from './learn.ts'
import { PoolFacts } from './pool-facts.ts'
import type { Quota } from './quota.ts'

/** The holder has exited: the request counts, since it may have been made and answered. */
export const LOST: Settlement = { outcome: { kind: 'lost' }, readings: [] }

export interface PoolOptions {
  readonly credentials: readonly Credential[]
  readonly cost: CostLimits
  /** A lease not returned by then has expired. */
  readonly leaseMs: number
  /** From 0 up to 1. */
  readonly jitter: () => number
  /** Cooldowns and remaining limits of earlier runs. */
  readonly remembered: readonly RememberedRest[]
  readonly levels: readonly RememberedLevel[]
}

export class CredentialPool {
  readonly #options: PoolOptions
  readonly #lanes: Lanes
  readonly #cost: CostBudget
  readonly #facts = new PoolFacts()
  /** Leases in use, in the order of their expiry: each may be kept for the same time. */
  readonly #leases = new Map<number, Lease>()
  /** Calls without any decision yet, and lanes with changes. */
  readonly #unanswered = new Map<number, Lane>()
  readonly #dirtyLanes = new Set<Lane>()
  #decisions: Decision[] = []
  #tickets = 0
  #granted = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#lanes = new Lanes(options)
    this.#cost = new CostBudget(options.cost)
  }

  /** A call wants a lease; `advance` answers under the ticket. The smallest `order` is served first. */
  acquire(call: {
    readonly item: string
    readonly request: LeaseRequest
    readonly order: number
    readonly now: number
  }): number {
    const ticket = ++this.#tickets
    const { item, request, order } = call
    const lane = this.#lanes.get(request.provider, request.model, call.now)
    if (lane === undefined) {
      this.#decisions.push({ type: 'refused', ticket, why: 'no-credential' })
      return ticket
    }
    lane.queue.join(
      { ticket, item, request, order, pausedUntil: call.now + request.pauseMs },
      call.now,
    )
    this.#unanswered.set(ticket, lane)
    this.#dirtyLanes.add(lane)
    return ticket
  }

  /** The call is no longer wanted. */
  cancel(ticket: number): void {
    for (const lane of this.#lanes.all) {
      if (lane.queue.get(ticket) === undefined) continue
      lane.queue.leave(ticket)
      this.#dirtyLanes.add(lane) // later calls may start now
    }
    this.#unanswered.delete(ticket)
  }

  /** Takes a lease back with the outcome of its call; returns the charge. Ignored if already settled. */
  settle(id: number, settlement: Settlement, now: number): Charged | undefined {
    const lease = this.#leases.get(id)
    if (lease === undefined) return undefined
    const { request, lane } = lease
    const charged = chargedFor(request, settlement, lane.experience.expect(request))
    this.#cost.spend(lease.item, charged.cost ?? 0)
    this.#close(lease, now)
    learn(lease, settlement, {
      lanes: this.#lanes,
      facts: this.#facts,
      newestLease: this.#granted,
      now,
      jitter: this.#options.jitter,
    })
    // A returned lease concerns its scope in all lanes of the provider, and the money of all lanes.
    lane.reconsider(lease.quota, now)
    this.#reconsiderScope(lane, lease.quota, now)
    for (const other of this.#lanes.all) this.#dirtyLanes.add(other)
    return charged
  }

  /** All decisions and facts up to now. */
  advance(now: number): {
    readonly decisions: readonly Decision[]
    readonly facts: readonly PoolFact[]
    /** Leases not returned in time. */
    readonly expired: readonly { readonly lease: number; readonly charged: Charged | undefined }[]
  } {
    const expired: { lease: number; charged: Charged | undefined }[] = []
    for (const { id: lease, expiresAt } of this.#leases.values()) {
      if (expiresAt > now) break
      expired.push({ lease, charged: this.settle(lease, LOST, now) })
    }
    const isDue = (lane: Lane) => this.#dirtyLanes.has(lane) || lane.wakeAt <= now
    const due = [...this.#lanes.all].filter(isDue)
    // Lanes of a provider share its credentials: the call with the longest wait is served first.
    due.sort((a, b) => a.queue.headOrder - b.queue.headOrder || 0)
    for (const lane of due) this.#serve(lane, now)
    this.#dirtyLanes.clear()
    for (const [ticket, lane] of this.#unanswered) {
      if (lane.queue.get(ticket) === undefined) continue
      this.#decisions.push({ type: 'queued', ticket, ...lane.wait(ticket, now) })
    }
    this.#unanswered.clear()
    const decisions = this.#decisions
    this.#decisions = []
    return { decisions, facts: this.#facts.take(), expired }
  }

  /** Remaining amounts of all known limits. */
  levels(now: number): RememberedLevel[] {
    return [...this.#lanes.all].flatMap(({ provider, model, quotas }) =>
      quotas.flatMap(({ scope, budgets }) =>
        budgets.levels(now).map((level) => ({ provider, scope, model, ...level })),
      ),
    )
  }

  /** Dollars spent so far, by one item or by all. */
  spent(item?: string): number {
    return item === undefined ? this.#cost.spent : this.#cost.spentBy(item)
  }

  /** When to advance again, if nothing happens before. */
  wakeAt(): number {
    const [oldest] = this.#leases.values()
    const expiryAt = oldest?.expiresAt ?? Number.POSITIVE_INFINITY
    return Math.min(expiryAt, ...Array.from(this.#lanes.all, ({ wakeAt }) => wakeAt))
  }

  #serve(lane: Lane, now: number): void {
    const sink: GrantSink = {
      checkCost: (waiter) => this.#checkCost(lane, waiter),
      grant: (waiter, place) => this.#grant(lane, waiter, { ...place, now }),
    }
    lane.serve(sink, now)
    if (lane.isUnusable) {
      const why = lane.quotas.some(({ isDenied }) => isDenied) ? 'no-access' : 'all-invalid'
      for (const { ticket } of [...lane.queue.all]) this.#refuse(lane, ticket, why)
    }
    this.#facts.review(lane, now)
  }

  #checkCost(lane: Lane, { ticket, item, request }: Waiter): 'yes' | 'later' | 'refused' {
    const allowed = this.#cost.allows(item, request.cost ?? 0)
    if (allowed === 'yes' || allowed === 'later') return allowed
    this.#refuse(lane, ticket, allowed === 'not-item' ? 'item-cost' : 'run-cost')
    return 'refused'
  }

  #refuse(lane: Lane, ticket: number, why: RefusedWhy): void {
    lane.queue.leave(ticket)
    this.#decisions.push({ type: 'refused', ticket, why })
  }

  #grant(
    lane: Lane,
    { ticket, item, request }: Waiter,
    { quota, expected, now }: Parameters<GrantSink['grant']>[1] & { readonly now: number },
  ): void {
    const id = ++this.#granted
    const credential = quota.leastUsed(now)
    const isCredentialProbe = credential.take()
    const isCircuitProbe = lane.circuit.allows(now) === 'probe'
    if (isCircuitProbe) lane.circuit.startProbe(id, now)
    const charges = quota.charge(expected, now)
    this.#cost.reserve(request.cost ?? 0)
    const lease: Lease = {
      id,
      item,
      request,
      lane,
      quota,
      credential,
      charges,
      isCredentialProbe,
      isCircuitProbe,
      expiresAt: now + this.#options.leaseMs,
    }
    this.#leases.set(id, lease)
    this.#decisions.push({ type: 'granted', ticket, lease: id, credential: credential.entry })
    const cooldown = quota.checkDay(now)
    if (cooldown !== undefined)
      this.#facts.rested(lane, { quota, cooldown, credential: credential.entry.id })
    this.#reconsiderScope(lane, quota, now)
  }

  #close({ id, quota, credential, charges, isCredentialProbe, request }: Lease, now: number): void {
    this.#leases.delete(id)
    quota.close(charges)
    credential.giveBack(isCredentialProbe, now)
    this.#cost.free(request.cost ?? 0)
  }

  /** The scope's credentials serve other models too. */
  #reconsiderScope(lane: Lane, { scope }: Quota, now: number): void {
    for (const other of this.#lanes.ofProvider(lane.provider)) {
      const own = other === lane ? undefined : other.quotaOf(scope)
      if (own !== undefined) other.reconsider(own, now)
    }
  }
}
