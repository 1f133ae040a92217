/** The pool of one run, in its own process: keeps its alarm, and its memory for the runs after this one. */
import { CredentialPool, LOST, type PoolOptions } from '../credentials/lease-pool.ts'
import type { Clock } from '../model/clock.ts'
import type { PoolMemory } from '../store/ledger.ts'
import type { Pool, PoolListener } from './pool.ts'

const REMEMBER_EVERY_MS = 2_000

export function localPool(
  options: PoolOptions & {
    readonly clock: Clock
    readonly memory: Pick<PoolMemory, 'recordRest' | 'recordLevels'>
    readonly listener: PoolListener
  },
): Pool {
  const { clock, memory, listener } = options
  const pool = new CredentialPool(options)
  let alarm = new AbortController()
  let alarmAt = Number.POSITIVE_INFINITY
  let isClosed = false
  let hasSettled = false
  let rememberedAt = 0
  /** Only the end of the run waits for it. */
  let writing: Promise<unknown> = Promise.resolve()

  return {
    acquire: (call) => pool.acquire({ ...call, now: clock.now() }),
    cancel: (ticket) => pool.cancel(ticket),
    spent: (item) => pool.spent(item),

    settle(lease, settlement) {
      const charged = pool.settle(lease, settlement, clock.now())
      hasSettled = true
      listener.onNews({ returned: [{ lease, settlement, charged }], decisions: [], facts: [] })
    },

    submit() {
      const { decisions, facts, expired } = pool.advance(clock.now())
      for (const fact of facts) {
        if (fact.type === 'credential-rested' && fact.why !== 'rate')
          keep(memory.recordRest({ ...fact, why: fact.why }))
      }
      const returned = expired.map((one) => ({ ...one, settlement: LOST }))
      listener.onNews({ returned, decisions, facts })
      setAlarm(pool.wakeAt())
      if (hasSettled && clock.now() - rememberedAt >= REMEMBER_EVERY_MS) remember()
    },

    async close() {
      remember()
      isClosed = true
      alarm.abort()
      await writing
    },
  }

  function remember(): void {
    rememberedAt = clock.now()
    hasSettled = false
    keep(memory.recordLevels(pool.levels(rememberedAt)))
  }

  function keep(write: Promise<void>): void {
    writing = Promise.all([writing, write])
  }

  /** One alarm at a time, for when a call that waits may go. */
  function setAlarm(at: number): void {
    if (at === alarmAt || isClosed) return
    alarm.abort('set anew')
    alarm = new AbortController()
    alarmAt = at
    if (at === Number.POSITIVE_INFINITY) return
    const { signal } = alarm
    void clock.sleepUntil(at, signal).then(() => {
      if (signal.aborted) return
      alarmAt = Number.POSITIVE_INFINITY
      listener.onDue()
    })
  }
}
