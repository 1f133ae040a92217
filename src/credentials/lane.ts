/**
 * The queue for one model of one provider, and the quotas that can serve it. Quotas that cannot serve even
 * the smallest call sleep, ordered by wake-up time: a decision costs the same with ten scopes and a thousand.
 *
 * The first call in the queue that has to wait reserves the quota where it can start soonest. Later calls may
 * overtake it only if that does not make it wait longer.
 */
import type { Expected } from '../model/calls/charge.ts'
import type { WaitReason } from '../model/calls/lease.ts'
import { Heap } from '../model/heap.ts'
import { CallQueue, type Waiter } from './call-queue.ts'
import { Experience } from './charges.ts'
import { Circuit } from './circuit.ts'
import type { Wait } from './decision.ts'
import { type Reserved, type Sleep, sleepOf, wouldDelay } from './places.ts'
import type { Quota } from './quota.ts'

/** Calls checked for each granted one, quotas checked for each call. */
const MOST_CALLS_CHECKED = 32
const MOST_QUOTAS_CHECKED = 16
const NEVER = Number.POSITIVE_INFINITY

export interface GrantSink {
  /** Whether the budget allows the call; removes it from the queue if it never will. */
  checkCost(waiter: Waiter): 'yes' | 'later' | 'refused'
  grant(waiter: Waiter, place: { readonly quota: Quota; readonly expected: Expected }): void
}

export class Lane {
  readonly provider: string
  readonly model: string
  readonly quotas: readonly Quota[]
  readonly queue = new CallQueue()
  readonly circuit = new Circuit()
  readonly experience = new Experience()
  readonly #byScope: ReadonlyMap<string, Quota>
  readonly #awake = new Set<Quota>()
  readonly #asleep = new Map<Quota, Sleep>()
  readonly #wakings = new Heap<{ readonly at: number; readonly quota: Quota }>(
    (a, b) => a.at < b.at,
  )
  readonly #sleepers = { busy: 0, 'cooling-down': 0, paced: 0, unusable: 0 }
  #wakeAt = NEVER
  /** The quota of the first call that had to wait, kept for as long as it waits. */
  #reserved: Reserved | undefined
  #waitsForMoney = false

  constructor(options: {
    readonly provider: string
    readonly model: string
    readonly quotas: readonly Quota[]
  }) {
    this.provider = options.provider
    this.model = options.model
    this.quotas = options.quotas
    this.#byScope = new Map(options.quotas.map((quota) => [quota.scope, quota]))
    for (const quota of options.quotas) this.#awake.add(quota)
  }

  quotaOf(scope: string): Quota | undefined {
    return this.#byScope.get(scope)
  }

  /** When to serve again, if nothing changes before. */
  get wakeAt(): number {
    return this.queue.size === 0 ? NEVER : this.#wakeAt
  }

  /** The quota has changed: it may serve now, or must sleep. */
  reconsider(quota: Quota, now: number): void {
    const sleep = sleepOf(quota, now)
    const before = this.#asleep.get(quota)
    if (before !== undefined) this.#sleepers[before.why] -= 1
    if (sleep === undefined) {
      this.#awake.add(quota)
      this.#asleep.delete(quota)
      return
    }
    this.#awake.delete(quota)
    this.#asleep.set(quota, sleep)
    this.#sleepers[sleep.why] += 1
    const isNew = before?.at !== sleep.at && sleep.at < NEVER
    if (isNew) this.#wakings.push({ at: sleep.at, quota })
  }

  /** Grants every call that can start now. */
  serve(sink: GrantSink, now: number): void {
    this.#wake(now)
    this.queue.resume(now)
    this.#wakeAt = NEVER
    this.#waitsForMoney = false
    const allowed = this.circuit.allows(now)
    if (allowed === 'none') {
      this.#wakeAt = this.circuit.until
      return
    }
    const passed: Waiter[] = []
    const before = this.#reserved
    this.#reserved = undefined
    while (this.#awake.size > 0 && passed.length < MOST_CALLS_CHECKED) {
      const waiter = this.queue.take()
      if (waiter === undefined) break
      const allowance = sink.checkCost(waiter)
      if (allowance === 'refused') continue
      if (allowance === 'later') {
        this.#waitsForMoney = true
        passed.push(waiter)
        continue
      }
      const expected = this.experience.expect(waiter.request)
      const own = before?.ticket === waiter.ticket ? before.quota : undefined
      const choice = this.#choose(expected, own, now)
      if (choice !== undefined && choice.at <= now) {
        this.queue.leave(waiter.ticket)
        sink.grant(waiter, { quota: choice.quota, expected })
        this.reconsider(choice.quota, now)
        if (allowed === 'probe') break
        continue
      }
      passed.push(waiter)
      if (choice === undefined) continue
      this.#reserved ??= { ...choice, expected, ticket: waiter.ticket }
      this.#wakeAt = Math.min(this.#wakeAt, choice.at)
    }
    this.queue.putBack(passed)
    const probed = this.circuit.allows(now) === 'none' ? this.circuit.until : NEVER
    const { resumesAt } = this.queue
    this.#wakeAt = Math.min(this.#wakeAt, probed, resumesAt, this.#wakings.peek()?.at ?? NEVER)
  }

  /** Why the call waits, and until when, if known. */
  wait(ticket: number, now: number): Wait {
    const pausedUntil = this.queue.get(ticket)?.pausedUntil ?? 0
    const why = pausedUntil > now ? 'outage' : this.why(now)
    const until = pausedUntil > now ? pausedUntil : this.wakeAt
    const { outage } = this.circuit
    return {
      why,
      until: until === NEVER ? null : until,
      outage: why === 'outage' ? outage : undefined,
    }
  }

  /** Why the calls in the queue wait. */
  why(now: number): WaitReason {
    if (this.circuit.allows(now) !== 'all') return 'outage'
    if (this.#waitsForMoney) return 'cost'
    if (this.#awake.size > 0 || this.#sleepers.paced > 0) return 'paced'
    return this.#sleepers.busy > 0 ? 'busy' : 'rate-limited'
  }

  /** No credential is accepted any more. */
  get isUnusable(): boolean {
    return this.#sleepers.unusable === this.quotas.length
  }

  #wake(now: number): void {
    for (let next = this.#wakings.peek(); next !== undefined; next = this.#wakings.peek()) {
      const isCurrent = this.#asleep.get(next.quota)?.at === next.at
      if (isCurrent && next.at > now) return
      this.#wakings.pop()
      if (isCurrent) this.reconsider(next.quota, now)
    }
  }

  /**
   * The quota where the call can start soonest; of several, the one with the most left. A quota too small for
   * the call is used only if all are: then the provider may say so.
   */
  #choose(
    expected: Expected,
    own: Quota | undefined,
    now: number,
  ): { quota: Quota; at: number } | undefined {
    let best: { quota: Quota; at: number; headroom: number } | undefined
    for (const quota of this.#candidates(own)) {
      const isTooSmall = !quota.budgets.canHold(expected)
      if (isTooSmall && this.quotas.some((one) => one.isUsable && one.budgets.canHold(expected)))
        continue
      if (quota === this.#reserved?.quota && wouldDelay(this.#reserved, expected, now)) continue
      const at = quota.readyAt(expected, now)
      const headroom = quota.headroom(expected, now)
      if (best === undefined || at < best.at || (at === best.at && headroom > best.headroom))
        best = { quota, at, headroom }
    }
    return best
  }

  /** Some awake quotas, in rotation if there are many, and the reserved one. */
  *#candidates(own: Quota | undefined): Iterable<Quota> {
    if (own !== undefined && !this.#asleep.has(own)) yield own
    const some = this.#awake.values().take(MOST_QUOTAS_CHECKED).toArray()
    if (this.#awake.size > MOST_QUOTAS_CHECKED) {
      for (const quota of some) {
        this.#awake.delete(quota)
        this.#awake.add(quota)
      }
    }
    yield* some
  }
}
