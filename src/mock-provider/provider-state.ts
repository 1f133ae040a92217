/** What a mock provider remembers of the requests so far; replaced by a new one at a reset. */
import type { AskedCall } from './answer.ts'
import { digest } from './digest.ts'
import { Limiter } from './limits/limiter.ts'
import type { Limit } from './limits/limits.ts'
import { StatisticsBook } from './statistics.ts'

/** A call's place among all calls. */
export interface Arrival {
  /** Stands for what was asked and the seed, whatever the key. */
  readonly id: string
  /** 1 for a request, 2 when the same one comes again. */
  readonly attempt: number
  /** Its number among all requests, from 1. */
  readonly request: number
  readonly at: number
  /** How long after the first request. */
  readonly sinceMs: number
}

export class ProviderState {
  readonly seed: number
  readonly now: () => number
  readonly book: StatisticsBook
  readonly limiter: Limiter
  readonly #attempts = new Map<string, number>()
  #requests = 0
  #firstAt: number | undefined

  constructor(options: {
    readonly seed: number
    readonly now: () => number
    readonly limits: readonly Limit[]
  }) {
    this.seed = options.seed
    this.now = options.now
    this.book = new StatisticsBook(options.now)
    this.limiter = new Limiter(options.limits)
  }

  arrive({ key: _, ...asked }: AskedCall): Arrival {
    const id = digest(this.seed, asked)
    const attempt = (this.#attempts.get(id) ?? 0) + 1
    const at = this.now()
    this.#attempts.set(id, attempt)
    this.#requests += 1
    this.#firstAt ??= at
    return { id, attempt, request: this.#requests, at, sinceMs: at - this.#firstAt }
  }
}
