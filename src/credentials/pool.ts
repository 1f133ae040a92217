/**
 * The credentials of a run, shared by all workers: decides which call goes when, with which key.
 * Calls are put in by `acquire` and what came of them by `settle`; `advance` then says who may go,
 * who waits and why, who is refused, and what has become of keys and providers. Time and chance come
 * in as arguments.
 */
import type {
  Charged,
  Credential,
  LeaseRequest,
  RememberedLevel,
  RememberedRest,
  Settlement,
} from '../model/lease.ts'
import type { PoolFact } from '../model/pool-fact.ts'
import type { Waiter } from './call-queue.ts'
import { chargedFor } from './charged.ts'
import { CostBudget, type CostLimits } from './cost-budget.ts'
import type { Decision, RefusedWhy } from './decision.ts'
import type { Key } from './key.ts'
import type { Counter, Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import { type Lease, learn } from './learn.ts'
import { LeaseBook } from './lease-book.ts'
import { PoolFacts } from './pool-facts.ts'
import type { Quota } from './quota.ts'

/** The holder is gone: the request counts, for it may have been made and answered. */
export const LOST: Settlement = { outcome: { kind: 'lost' }, readings: [] }

export interface PoolOptions {
  readonly credentials: readonly Credential[]
  readonly cost: CostLimits
  /** A lease that nobody gives back counts no longer after this. */
  readonly leaseMs: number
  /** From 0 up to 1. */
  readonly jitter: () => number
  /** What earlier runs found used up, and what they had left. */
  readonly remembered: readonly RememberedRest[]
  readonly levels: readonly RememberedLevel[]
}

export class CredentialPool {
  readonly #options: PoolOptions
  readonly #lanes: Lanes
  readonly #cost: CostBudget
  readonly #facts = new PoolFacts()
  readonly #leases = new LeaseBook()
  /** Calls that nobody has been told about, and lanes in which something has changed. */
  readonly #unheard = new Map<number, Lane>()
  readonly #stirred = new Set<Lane>()
  #decisions: Decision[] = []
  #tickets = 0
  #granted = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#lanes = new Lanes(options)
    this.#cost = new CostBudget(options.cost)
  }

  /** A call wants a lease; `advance` answers under the ticket. The smallest `order` goes first. */
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
    lane.join({ ticket, item, request, order, pausedUntil: call.now + request.pauseMs }, call.now)
    this.#unheard.set(ticket, lane)
    this.#stirred.add(lane)
    return ticket
  }

  /** The call is not wanted any more. */
  cancel(ticket: number): void {
    for (const lane of this.#lanes.all) {
      if (!lane.has(ticket)) continue
      lane.leave(ticket)
      this.#stirred.add(lane) // those behind it may go now
    }
    this.#unheard.delete(ticket)
  }

  /**
   * Takes a lease back with what came of the call, and says what is counted for it. A lease settles
   * once; later words are ignored.
   */
  settle(id: number, settlement: Settlement, now: number): Charged | undefined {
    const lease = this.#leases.get(id)
    if (lease === undefined) return undefined
    const { request, lane } = lease
    const charged = chargedFor(request, settlement, lane.experience.expect(request))
    this.#cost.spend(lease.item, charged.cost ?? 0)
    this.#close(lease, now)
    const { jitter } = this.#options
    const facts = { lanes: this.#lanes, facts: this.#facts, newestLease: this.#granted }
    learn(lease, settlement, { ...facts, now, jitter })
    this.#stir(lease, now)
    return charged
  }

  /** Everything that follows by now. */
  advance(now: number): {
    readonly decisions: readonly Decision[]
    readonly facts: readonly PoolFact[]
    /** Leases that nobody has given back in time. */
    readonly expired: readonly { readonly lease: number; readonly charged: Charged | undefined }[]
  } {
    const expired = this.#leases.expired(now).map(({ id: lease }) => {
      return { lease, charged: this.settle(lease, LOST, now) }
    })
    const due = [...this.#lanes.all].filter((lane) => this.#stirred.has(lane) || lane.wakeAt <= now)
    // Lanes of a provider share its keys: who has waited longest goes first.
    due.sort((a, b) => a.headOrder - b.headOrder || 0)
    for (const lane of due) this.#serve(lane, now)
    this.#stirred.clear()
    for (const [ticket, lane] of this.#unheard) {
      if (!lane.has(ticket)) continue
      this.#decisions.push({ type: 'queued', ticket, ...lane.wait(ticket, now) })
    }
    this.#unheard.clear()
    const decisions = this.#decisions
    this.#decisions = []
    return { decisions, facts: this.#facts.take(), expired }
  }

  /** What is left of every limit that is known. */
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
    let at = this.#leases.expiryAt
    for (const lane of this.#lanes.all) at = Math.min(at, lane.wakeAt)
    return at
  }

  #serve(lane: Lane, now: number): void {
    const counter: Counter = {
      pay: (waiter) => this.#pay(lane, waiter),
      grant: (waiter, place) => this.#grant(lane, waiter, { ...place, now }),
    }
    lane.serve(counter, now)
    if (lane.isUnusable) {
      const why = lane.quotas.some(({ isDenied }) => isDenied) ? 'no-access' : 'all-invalid'
      for (const { ticket } of [...lane.waiting]) this.#refuse(lane, ticket, why)
    }
    this.#facts.look(lane, now)
  }

  #pay(lane: Lane, { ticket, item, request }: Waiter): 'yes' | 'later' | 'refused' {
    const allowed = this.#cost.allows(item, request.cost ?? 0)
    if (allowed === 'yes' || allowed === 'later') return allowed
    this.#refuse(lane, ticket, allowed === 'not-item' ? 'item-cost' : 'run-cost')
    return 'refused'
  }

  #refuse(lane: Lane, ticket: number, why: RefusedWhy): void {
    lane.leave(ticket)
    this.#decisions.push({ type: 'refused', ticket, why })
  }

  #grant(
    lane: Lane,
    { ticket, item, request }: Waiter,
    { quota, expected, now }: Parameters<Counter['grant']>[1] & { readonly now: number },
  ): void {
    const id = ++this.#granted
    const key = leastUsed(quota.keys, now)
    const isKeyProbe = key.take()
    const isCircuitProbe = lane.circuit.allows(now) === 'probe'
    if (isCircuitProbe) lane.circuit.startProbe(id, now)
    const charges = quota.charge(expected, now)
    this.#cost.reserve(request.cost ?? 0)
    const about = { id, item, request, lane, quota, key, charges, isKeyProbe, isCircuitProbe }
    const lease: Lease = { ...about, expiresAt: now + this.#options.leaseMs }
    this.#leases.add(lease)
    const { credential } = key
    this.#decisions.push({
      type: 'granted',
      ticket,
      lease: id,
      credential,
    })
    this.#noteDay(lease, now)
    this.#stirScope(lane, quota, now)
  }

  /** A day's count that this call has used up rests until its midnight, as if it had been refused. */
  #noteDay({ lane, quota, key }: Lease, now: number): void {
    const until = quota.budgets.dayIsOverAt(now)
    if (until === undefined) return
    const rest = { until, why: 'day-quota', isHinted: true } as const
    quota.restUntil(rest)
    this.#facts.rested(lane, { quota, rest, credential: key.credential.id })
  }

  #close({ id, quota, key, charges, isKeyProbe, request }: Lease, now: number): void {
    this.#leases.delete(id)
    quota.close(charges)
    key.giveBack(isKeyProbe, now)
    this.#cost.free(request.cost ?? 0)
  }

  /** A lease that is back concerns its scope in all lanes of the provider, and the money of all. */
  #stir({ lane, quota }: Lease, now: number): void {
    lane.stir(quota, now)
    this.#stirScope(lane, quota, now)
    for (const other of this.#lanes.all) this.#stirred.add(other)
  }

  /** The scope's keys serve other models too. */
  #stirScope(lane: Lane, { scope }: Quota, now: number): void {
    for (const other of this.#lanes.ofProvider(lane.provider)) {
      const own = other === lane ? undefined : other.quotaOf(scope)
      if (own !== undefined) other.stir(own, now)
    }
  }
}

function leastUsed(keys: readonly Key[], now: number): Key {
  return keys
    .filter((key) => key.free(now) > 0)
    .reduce((best, key) => (key.open < best.open ? key : best))
}
