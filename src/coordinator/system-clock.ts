import type { Clock } from '../model/clock.ts'

/** A timer cannot be set further ahead than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Epoch milliseconds that do not follow jumps of the wall clock: the process's start plus
 * monotonic time, so that no limit fires early or late after a change of the clock.
 */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),

  sleepUntil(at, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const wait = Math.min(Math.max(at - systemClock.now(), 0), LONGEST_TIMER_MS)
      const timer = setTimeout(done, wait)
      signal.addEventListener('abort', done, { once: true })
      function done(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    })
  },
}
