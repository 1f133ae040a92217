/** The pool of one run, in its own process: keeps its alarm, and its memory for the runs after this one. */
import { CredentialPool, LOST, type PoolOptions } from '../credentials/pool.ts'
import type { Settlement } from '../model/calls/lease.ts'
import type { Clock } from '../model/clock.ts'
import type { ItemId } from '../model/ids.ts'
import type { PoolMemory } from '../store/ledger.ts'
import type { Pool, PoolListener } from './pool.ts'

const REMEMBER_EVERY_MS = 2_000

export interface LocalPoolOptions extends PoolOptions {
  readonly clock: Clock
  readonly memory: Pick<PoolMemory, 'recordRest' | 'recordLevels'>
  readonly listener: PoolListener
}

export class LocalPool implements Pool {
  readonly #options: LocalPoolOptions
  readonly #pool: CredentialPool
  #alarm = new AbortController()
  #alarmAt = Number.POSITIVE_INFINITY
  #isClosed = false
  #hasSettled = false
  #rememberedAt = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: LocalPoolOptions) {
    this.#options = options
    this.#pool = new CredentialPool(options)
  }

  acquire(call: Parameters<Pool['acquire']>[0]): number {
    return this.#pool.acquire({ ...call, now: this.#options.clock.now() })
  }

  cancel(ticket: number): void {
    this.#pool.cancel(ticket)
  }

  settle(lease: number, settlement: Settlement): void {
    const charged = this.#pool.settle(lease, settlement, this.#options.clock.now())
    this.#hasSettled = true
    const returned = [{ lease, settlement, charged }]
    this.#options.listener.onNews({ returned, decisions: [], facts: [] })
  }

  submit(): void {
    const { clock, memory, listener } = this.#options
    const { decisions, facts, expired } = this.#pool.advance(clock.now())
    for (const fact of facts) {
      if (fact.type === 'credential-rested' && fact.why !== 'rate')
        this.#keep(memory.recordRest({ ...fact, why: fact.why }))
    }
    const returned = expired.map((one) => ({ ...one, settlement: LOST }))
    listener.onNews({ returned, decisions, facts })
    this.#setAlarm(this.#pool.wakeAt())
    if (this.#hasSettled && clock.now() - this.#rememberedAt >= REMEMBER_EVERY_MS) this.#remember()
  }

  spent(item?: ItemId): number {
    return this.#pool.spent(item)
  }

  async close(): Promise<void> {
    this.#remember()
    this.#isClosed = true
    this.#alarm.abort()
    await this.#writing
  }

  #remember(): void {
    const now = this.#options.clock.now()
    this.#rememberedAt = now
    this.#hasSettled = false
    this.#keep(this.#options.memory.recordLevels(this.#pool.levels(now)))
  }

  /** Only the end of the run waits for it. */
  #keep(writing: Promise<void>): void {
    this.#writing = Promise.all([this.#writing, writing])
  }

  /** One alarm at a time, for when a call that waits may go. */
  #setAlarm(at: number): void {
    if (at === this.#alarmAt || this.#isClosed) return
    this.#alarm.abort('set anew')
    this.#alarm = new AbortController()
    this.#alarmAt = at
    if (at === Number.POSITIVE_INFINITY) return
    const { signal } = this.#alarm
    const { clock, listener } = this.#options
    void clock.sleepUntil(at, signal).then(() => {
      if (signal.aborted) return
      this.#alarmAt = Number.POSITIVE_INFINITY
      listener.onDue()
    })
  }
}
