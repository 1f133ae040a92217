/**
 * Where workers ask for leases. The pool decides; the desk carries its decisions to the workers, emits its
 * facts, and takes back leases and wishes of a worker that has exited.
 */
import type { Decision, RefusedWhy } from '../credentials/decision.ts'
import { LOST } from '../credentials/pool.ts'
import type { LeaseRequest } from '../model/calls/lease.ts'
import type { Clock } from '../model/clock.ts'
import type { Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import type { CostStop } from '../model/outcome.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'
import type { Pool, PoolListener, PoolNews, Returned } from './pool.ts'

type Wanted = Extract<ToCoordinator, { type: 'lease-wanted' }>
type Settled = Extract<ToCoordinator, { type: 'lease-settled' }>

/**
 * A started item counts as waiting longer than one that has not started. Among started items, the longest
 * wait is served first, and time with a lease counts against waiting: items started together end
 * together, and none is left alone with its long calls at the end.
 */
const STARTED_AHEAD_MS = 60_000

export interface LeaseDeskOptions {
  /** Called once. */
  readonly openPool: (listener: PoolListener) => Pool
  readonly clock: Clock
  readonly emit: (fact: Fact) => void
  readonly send: (item: ItemId, message: ToWorker) => void
  /** Whether the item has a step behind it. */
  readonly hasStarted: (item: ItemId) => boolean
  /** Dollars that the run and each item may cost. */
  readonly cost: { readonly runCost: number; readonly itemCost: number }
  /** The run has no money left for a call. */
  readonly onRunCost: (cost: CostStop) => void
  /** Why an answer could not be saved now; nothing if it could. */
  readonly noRoom: () => Failure | undefined
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
  /** Total lease time of its calls. */
  readonly #served = new Map<ItemId, number>()
  readonly #pool: Pool
  #isStopped = false

  constructor(options: LeaseDeskOptions) {
    this.#options = options
    this.#pool = options.openPool({
      onDue: () => this.#submit(),
      onNews: (news) => this.#receive(news),
    })
  }

  want(item: ItemId, { call, ask, request }: Wanted): void {
    if (this.#isStopped) return // its worker has not read yet that it is cancelled
    const { hasStarted } = this.#options
    const now = this.#options.clock.now()
    const since = this.#since.get(item) ?? now
    this.#since.set(item, since)
    const ahead = hasStarted(item) ? STARTED_AHEAD_MS : 0
    const order = since + (this.#served.get(item) ?? 0) - ahead
    const ticket = this.#pool.acquire({ item, request, order })
    this.#waiting.set(ticket, { item, call, ask, request })
    this.#submit()
  }

  settle(item: ItemId, { lease, settlement }: Settled): void {
    const held = this.#held.get(lease)
    if (held?.item !== item) return
    const now = this.#options.clock.now()
    this.#served.set(item, (this.#served.get(item) ?? 0) + now - held.at)
    if (settlement.outcome.kind === 'ok') this.#since.delete(item)
    this.#pool.settle(lease, settlement)
    this.#submit()
  }

  /** The item's worker has exited: its calls are cancelled, its leases are released. */
  leave(item: ItemId): void {
    for (const [ticket, waiting] of this.#waiting) {
      if (waiting.item !== item) continue
      this.#waiting.delete(ticket)
      this.#pool.cancel(ticket)
    }
    for (const [lease, held] of this.#held) if (held.item === item) this.#pool.settle(lease, LOST)
    this.#since.delete(item)
    this.#served.delete(item)
    this.#submit()
  }

  /**
   * The run stops: no more leases. A lease that a cancelled worker returns would go to the next worker,
   * which is cancelled too and could not say that it has asked for nothing.
   */
  stop(): void {
    this.#isStopped = true
    for (const ticket of this.#waiting.keys()) this.#pool.cancel(ticket)
    this.#waiting.clear()
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  #returned({ lease, settlement, charged }: Returned): void {
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

  /** No lease without room to save its answer. */
  #submit(): void {
    const failure = this.#waiting.size === 0 ? undefined : this.#options.noRoom()
    if (failure !== undefined) this.#refuseAll(failure)
    this.#pool.submit()
  }

  #receive({ returned, decisions, facts }: PoolNews): void {
    for (const one of returned) this.#returned(one)
    // First the calls that wait, then the reason why all of them do, then those that may go.
    for (const decision of decisions) if (decision.type === 'queued') this.#carry(decision)
    for (const fact of facts) this.#options.emit(fact)
    for (const decision of decisions) if (decision.type !== 'queued') this.#carry(decision)
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
    // Sent before it is emitted: the worker does not wait for listeners.
    send(item, { type: 'lease-granted', call, lease, credential, key: secret.reveal() })
    emit({ type: 'lease-granted', item, call, ask, lease, credential, model })
  }

  #refuse(waiting: Waiting, why: RefusedWhy): void {
    const { cost, onRunCost } = this.#options
    const { provider, model, cost: next } = waiting.request
    // The run stops, and its workers with it.
    if (why === 'run-cost')
      return onRunCost({ limit: cost.runCost, spent: this.#pool.spent(), next: next ?? 0 })
    this.#refuseFor(
      waiting,
      why === 'item-cost'
        ? { reason: 'cost-limit', limit: cost.itemCost, spent: this.#pool.spent(waiting.item) }
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
      this.#pool.cancel(ticket)
      this.#refuseFor(waiting, failure)
    }
  }
}

const NO_CREDENTIAL = {
  'no-credential': (provider: string) => `There is no credential for ${provider}.`,
  'all-invalid': (provider: string) => `No credential for ${provider} is accepted any more.`,
  'no-access': (provider: string, model: string) =>
    `No credential for ${provider} may use ${model}.`,
} as const
