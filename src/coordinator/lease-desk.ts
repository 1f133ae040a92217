/**
 * Where workers ask for leases. The pool decides; here its decisions are carried to the workers, its
 * facts are told, its clock is kept, and what a dead worker held or waited for is taken back.
 */
import type { Decision, RefusedWhy } from '../credentials/decision.ts'
import { type CredentialPool, LOST } from '../credentials/pool.ts'
import type { Clock } from '../model/clock.ts'
import type { Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import type { Charged, LeaseRequest, Settlement } from '../model/lease.ts'
import type { CostStop } from '../model/outcome.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'
import type { PoolMemory } from '../store/ledger.ts'

type Wanted = Extract<ToCoordinator, { type: 'lease-wanted' }>
type Settled = Extract<ToCoordinator, { type: 'lease-settled' }>

/**
 * An item that has begun counts as waiting longer than one that has not. Among those that have, whoever
 * waits longest goes first, and time with a key counts against waiting: items that began together end
 * together, and none is left alone with its long calls at the end.
 */
const BEGUN_AHEAD_MS = 60_000
const REMEMBER_EVERY_MS = 2_000

export interface LeaseDeskOptions {
  readonly pool: CredentialPool
  readonly clock: Clock
  readonly emit: (fact: Fact) => void
  readonly send: (item: ItemId, message: ToWorker) => void
  /** Whether the item has a step behind it. */
  readonly hasBegun: (item: ItemId) => boolean
  /** Dollars that the run and each item may cost. */
  readonly cost: { readonly runCost: number; readonly itemCost: number }
  /** The run has no money left for a call. */
  readonly onRunCost: (cost: CostStop) => void
  /** Why an answer could not be saved now; nothing if it could. */
  readonly noRoom: () => Failure | undefined
  /** For the runs that come after this one. */
  readonly memory: PoolMemory
}

interface Waiting {
  readonly item: ItemId
  readonly call: number
  readonly ask: number
  readonly request: LeaseRequest
}

export class LeaseDesk {
  readonly #options: LeaseDeskOptions
  readonly #waiting = new Map<number, Waiting>()
  readonly #held = new Map<number, { readonly item: ItemId; readonly at: number }>()
  /** Since when an item wants an answer it has not got: also over refusals and new tries. */
  readonly #since = new Map<ItemId, number>()
  /** How long its calls have had a key, in all. */
  readonly #served = new Map<ItemId, number>()
  #alarm = new AbortController()
  #alarmAt = Number.POSITIVE_INFINITY
  #rememberedAt = 0
  #isStopped = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: LeaseDeskOptions) {
    this.#options = options
  }

  want(item: ItemId, { call, ask, request }: Wanted): void {
    if (this.#isStopped) return // its worker has not read yet that it is cancelled
    const { pool, hasBegun } = this.#options
    const now = this.#options.clock.now()
    const since = this.#since.get(item) ?? now
    this.#since.set(item, since)
    const ahead = hasBegun(item) ? BEGUN_AHEAD_MS : 0
    const order = since + (this.#served.get(item) ?? 0) - ahead
    const ticket = pool.acquire({ item, request, order, now })
    this.#waiting.set(ticket, { item, call, ask, request })
    this.#advance()
  }

  settle(item: ItemId, { lease, settlement }: Settled): void {
    const held = this.#held.get(lease)
    if (held?.item !== item) return
    const { pool, clock } = this.#options
    this.#served.set(item, (this.#served.get(item) ?? 0) + clock.now() - held.at)
    if (settlement.outcome.kind === 'ok') this.#since.delete(item)
    this.#returned(lease, settlement, pool.settle(lease, settlement, clock.now()))
    this.#advance()
    if (clock.now() - this.#rememberedAt >= REMEMBER_EVERY_MS) this.#remember()
  }

  /** The item's worker is gone: nothing of it waits, and its leases are free. */
  leave(item: ItemId): void {
    const { pool, clock } = this.#options
    for (const [ticket, waiting] of this.#waiting) {
      if (waiting.item !== item) continue
      this.#waiting.delete(ticket)
      pool.cancel(ticket)
    }
    for (const [lease, held] of this.#held) {
      if (held.item === item) this.#returned(lease, LOST, pool.settle(lease, LOST, clock.now()))
    }
    this.#since.delete(item)
    this.#served.delete(item)
    this.#advance()
  }

  /**
   * The run stops: no more leases. A lease that a cancelled worker returns would go to the next worker,
   * which is cancelled too and could not say that it has asked for nothing.
   */
  stop(): void {
    this.#isStopped = true
    for (const ticket of this.#waiting.keys()) this.#options.pool.cancel(ticket)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.#remember()
    this.#alarm.abort()
    this.#alarmAt = Number.NEGATIVE_INFINITY
    await this.#writing
  }

  #returned(lease: number, settlement: Settlement, charged: Charged | undefined): void {
    const held = this.#held.get(lease)
    if (held === undefined) return
    this.#held.delete(lease)
    const { outcome, usage, readings } = settlement
    this.#options.emit({
      type: 'lease-returned',
      item: held.item,
      lease,
      outcome,
      ...(usage === undefined ? {} : { usage }),
      ...(readings.length === 0 ? {} : { readings }),
      ...(charged === undefined || charged.cost === 0 ? {} : { cost: charged.cost }),
      ...(charged?.isEstimate ? { isEstimate: true } : {}),
    })
  }

  #remember(): void {
    const now = this.#options.clock.now()
    this.#rememberedAt = now
    this.#keep(this.#options.memory.recordLevels(this.#options.pool.levels(now)))
  }

  /** Nobody waits for it but the end of the run. */
  #keep(writing: Promise<void>): void {
    this.#writing = Promise.all([this.#writing, writing])
  }

  #advance(): void {
    const { pool, clock, emit, noRoom } = this.#options
    const failure = this.#waiting.size === 0 ? undefined : noRoom()
    if (failure !== undefined) this.#refuseAll(failure)
    const { decisions, facts, expired } = pool.advance(clock.now())
    for (const { lease, charged } of expired) this.#returned(lease, LOST, charged)
    // Who waits is told before why all do, and who goes on after that.
    for (const decision of decisions) if (decision.type === 'queued') this.#carry(decision)
    for (const fact of facts) {
      emit(fact)
      if (fact.type === 'credential-rested' && fact.why !== 'rate')
        this.#keep(this.#options.memory.recordRest({ ...fact, why: fact.why }))
    }
    for (const decision of decisions) if (decision.type !== 'queued') this.#carry(decision)
    this.#setAlarm(pool.wakeAt())
  }

  #carry(decision: Decision): void {
    const { emit, send } = this.#options
    const waiting = this.#waiting.get(decision.ticket)
    if (waiting === undefined) return
    const { item, call, ask, request } = waiting
    const { provider, model } = request
    if (decision.type === 'queued') {
      const { why, until, outage } = decision
      const about = outage === undefined ? {} : { outage }
      return emit({ type: 'lease-queued', item, call, ask, provider, model, why, until, ...about })
    }
    this.#waiting.delete(decision.ticket)
    if (decision.type === 'refused') return this.#refuse(waiting, decision.why)
    const { lease } = decision
    const { id: credential, secret } = decision.credential
    this.#held.set(lease, { item, at: this.#options.clock.now() })
    // The worker is not kept waiting while others are told.
    send(item, { type: 'lease-granted', call, lease, credential, key: secret.reveal() })
    emit({ type: 'lease-granted', item, call, ask, lease, credential, model })
  }

  #refuse(waiting: Waiting, why: RefusedWhy): void {
    const { pool, cost, onRunCost } = this.#options
    const { provider, model, cost: next } = waiting.request
    // The run stops, and its workers with it.
    if (why === 'run-cost')
      return onRunCost({ limit: cost.runCost, spent: pool.spent(), next: next ?? 0 })
    this.#refuseFor(
      waiting,
      why === 'item-cost'
        ? { reason: 'cost-limit', limit: cost.itemCost, spent: pool.spent(waiting.item) }
        : { reason: 'no-credential', provider, message: NO_CREDENTIAL[why](provider, model) },
    )
  }

  #refuseFor({ item, call, ask, request }: Waiting, failure: Failure): void {
    const { emit, send } = this.#options
    const { provider, model } = request
    emit({ type: 'lease-refused', item, call, ask, provider, model, failure })
    send(item, { type: 'lease-refused', call, failure })
  }

  /** Nothing is paid for that cannot be saved. */
  #refuseAll(failure: Failure): void {
    for (const [ticket, waiting] of this.#waiting) {
      this.#waiting.delete(ticket)
      this.#options.pool.cancel(ticket)
      this.#refuseFor(waiting, failure)
    }
  }

  /** One alarm at a time, for when the pool wants to look again. */
  #setAlarm(at: number): void {
    if (at === this.#alarmAt || this.#alarmAt === Number.NEGATIVE_INFINITY) return
    this.#alarm.abort('set anew')
    this.#alarm = new AbortController()
    this.#alarmAt = at
    if (at === Number.POSITIVE_INFINITY) return
    const { signal } = this.#alarm
    void this.#options.clock.sleepUntil(at, signal).then(() => {
      if (signal.aborted) return
      this.#alarmAt = Number.POSITIVE_INFINITY
      this.#advance()
    })
  }
}

const NO_CREDENTIAL = {
  'no-credential': (provider: string) => `There is no credential for ${provider}.`,
  'all-invalid': (provider: string) => `No credential for ${provider} is accepted any more.`,
  'no-access': (provider: string, model: string) =>
    `No credential for ${provider} may use ${model}.`,
} as const
