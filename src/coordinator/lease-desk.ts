/**
 * Where workers ask for leases. The pool decides; the desk carries its decisions to the workers, emits its
 * facts, and takes back leases and wishes of a worker that has exited.
 */
import type { Decision, RefusedWhy } from '../credentials/decision.ts'
import { LOST } from '../credentials/lease-pool.ts'
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

interface Waiting {
  readonly item: ItemId
  readonly call: number
  readonly ask: number
  readonly request: LeaseRequest
}

export function leaseDesk(options: {
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
}) {
  const { clock, emit, send, hasStarted, cost, onRunCost, noRoom } = options
  const waiting = new Map<number, Waiting>()
  const held = new Map<number, { readonly item: ItemId; readonly at: number }>()
  /** Since when an item wants an answer it has not got: also over refusals and new tries. */
  const wantedSince = new Map<ItemId, number>()
  /** Total lease time of its calls. */
  const served = new Map<ItemId, number>()
  const pool = options.openPool({ onDue: submit, onNews: receive })
  let isStopped = false

  return {
    want(item: ItemId, { call, ask, request }: Wanted): void {
      if (isStopped) return // its worker has not read yet that it is cancelled
      const since = wantedSince.get(item) ?? clock.now()
      wantedSince.set(item, since)
      const ahead = hasStarted(item) ? STARTED_AHEAD_MS : 0
      const order = since + (served.get(item) ?? 0) - ahead
      const ticket = pool.acquire({ item, request, order })
      waiting.set(ticket, { item, call, ask, request })
      submit()
    },

    settle(item: ItemId, { lease, settlement }: Settled): void {
      const own = held.get(lease)
      if (own?.item !== item) return
      served.set(item, (served.get(item) ?? 0) + clock.now() - own.at)
      if (settlement.outcome.kind === 'ok') wantedSince.delete(item)
      pool.settle(lease, settlement)
      submit()
    },

    /** The item's worker has exited: its calls are cancelled, its leases are released. */
    leave(item: ItemId): void {
      for (const [ticket, one] of waiting) {
        if (one.item !== item) continue
        waiting.delete(ticket)
        pool.cancel(ticket)
      }
      for (const [lease, one] of held) if (one.item === item) pool.settle(lease, LOST)
      wantedSince.delete(item)
      served.delete(item)
      submit()
    },

    /**
     * The run stops: no more leases. A lease that a cancelled worker returns would go to the next worker,
     * which is cancelled too and could not say that it has asked for nothing.
     */
    stop(): void {
      isStopped = true
      for (const ticket of waiting.keys()) pool.cancel(ticket)
      waiting.clear()
    },

    close: () => pool.close(),
  }

  function takeBack({ lease, settlement, charged }: Returned): void {
    const item = held.get(lease)?.item
    if (item === undefined) return
    held.delete(lease)
    const { outcome, usage, readings } = settlement
    emit({
      type: 'lease-returned',
      item,
      lease,
      outcome,
      ...(usage === undefined ? {} : { usage }),
      ...(readings.length === 0 ? {} : { readings }),
      ...(charged === undefined || charged.cost === 0 ? {} : { cost: charged.cost }),
      ...(charged?.isEstimate ? { isEstimate: true } : {}),
    })
  }

  /** No lease without room to save its answer: nothing is paid for that cannot be saved. */
  function submit(): void {
    const failure = waiting.size === 0 ? undefined : noRoom()
    if (failure !== undefined)
      for (const [ticket, one] of waiting) {
        waiting.delete(ticket)
        pool.cancel(ticket)
        refuseFor(one, failure)
      }
    pool.submit()
  }

  function receive({ returned, decisions, facts }: PoolNews): void {
    for (const one of returned) takeBack(one)
    // First the calls that wait, then the reason why all of them do, then those that may go.
    for (const decision of decisions) if (decision.type === 'queued') carry(decision)
    for (const fact of facts) emit(fact)
    for (const decision of decisions) if (decision.type !== 'queued') carry(decision)
  }

  function carry(decision: Decision): void {
    const asked = waiting.get(decision.ticket)
    if (asked === undefined) return
    const { item, call, ask, request } = asked
    const { provider, model } = request
    if (decision.type === 'queued') {
      const { why, until, outage } = decision
      const about = outage === undefined ? {} : { outage }
      return emit({ type: 'lease-queued', item, call, ask, provider, model, why, until, ...about })
    }
    waiting.delete(decision.ticket)
    if (decision.type === 'refused') return refuse(asked, decision.why)
    const { lease } = decision
    const { id: credential, secret } = decision.credential
    held.set(lease, { item, at: clock.now() })
    // Sent before it is emitted: the worker does not wait for listeners.
    send(item, { type: 'lease-granted', call, lease, credential, key: secret.reveal() })
    emit({ type: 'lease-granted', item, call, ask, lease, credential, model })
  }

  function refuse(asked: Waiting, why: RefusedWhy): void {
    const { provider, model, cost: next } = asked.request
    // The run stops, and its workers with it.
    if (why === 'run-cost')
      return onRunCost({ limit: cost.runCost, spent: pool.spent(), next: next ?? 0 })
    refuseFor(
      asked,
      why === 'item-cost'
        ? { reason: 'cost-limit', limit: cost.itemCost, spent: pool.spent(asked.item) }
        : { reason: 'no-credential', provider, message: NO_CREDENTIAL[why](provider, model) },
    )
  }

  function refuseFor({ item, call, ask, request }: Waiting, failure: Failure): void {
    const { provider, model } = request
    emit({ type: 'lease-refused', item, call, ask, provider, model, failure })
    send(item, { type: 'lease-refused', call, failure })
  }
}

const NO_CREDENTIAL = {
  'no-credential': (provider: string) => `There is no credential for ${provider}.`,
  'all-invalid': (provider: string) => `No credential for ${provider} is accepted any more.`,
  'no-access': (provider: string, model: string) =>
    `No credential for ${provider} may use ${model}.`,
} as const
