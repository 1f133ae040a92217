/**
 * How long GitHub is tried: the only place that tries again. A whole piece of work is done anew, so
 * that one which creates something looks first whether the try before has done so after all.
 */
import type { Clock } from '../model/clock.ts'
import type { GitHubAccess } from '../model/github.ts'
import { Refused } from './refusal.ts'

const MOST_TRIES = 4
const FIRST_PAUSE_MS = 1_000
/** A longer rate limit is reported instead of waited for. */
const MOST_REST_MS = 5 * 60_000

export class Patience {
  readonly #clock: Clock
  readonly #random: () => number
  /** The last rate limit: no request is made before it has passed. */
  #rest: Refused | undefined

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  async attempt<T>(
    act: () => Promise<T>,
    { signal, onRetry }: Parameters<GitHubAccess['perform']>[1],
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        this.#refuseWhileResting()
        return await act()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.why === 'rate-limit') this.#rest = error
        const until = this.#againAt(error, tries)
        if (until === undefined || signal.aborted) throw error
        onRetry({ message: error.message, until })
        await this.#clock.sleepUntil(until, signal)
        if (signal.aborted) throw error
      }
    }
  }

  #refuseWhileResting(): void {
    const until = this.#rest?.until ?? 0
    if (this.#rest !== undefined && until > this.#clock.now()) throw this.#rest
    this.#rest = undefined
  }

  #againAt({ why, until }: Refused, tries: number): number | undefined {
    if (tries >= MOST_TRIES) return undefined
    const now = this.#clock.now()
    if (why === 'rate-limit' && until !== null)
      return until - now > MOST_REST_MS ? undefined : until
    if (why !== 'unavailable' && why !== 'unreachable') return undefined
    return now + FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + this.#random() / 2)
  }
}
