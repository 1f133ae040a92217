/** What has come of some requests: all of them, those with one key, or those of one scope. */
export interface Count {
  readonly requests: number
  /** Good answers that were written to the end. */
  readonly answered: number
  /** Requests whose client went away before the answer was complete. */
  readonly abandoned: number
  readonly errors: Readonly<Record<string, number>>
  /** The most requests that were open at once. */
  readonly mostAtOnce: number
  readonly firstRequestAt: number | null
  readonly lastRequestAt: number | null
  readonly lastAnsweredAt: number | null
}

export class Tally {
  #requests = 0
  #answered = 0
  #abandoned = 0
  #open = 0
  #mostAtOnce = 0
  #firstRequestAt: number | null = null
  #lastRequestAt: number | null = null
  #lastAnsweredAt: number | null = null
  readonly #errors = new Map<string, number>()

  begin(at: number): void {
    this.#requests += 1
    this.#open += 1
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#open)
    this.#firstRequestAt ??= at
    this.#lastRequestAt = at
  }

  answered(at: number): void {
    this.#answered += 1
    this.#lastAnsweredAt = at
  }

  failed(kind: string): void {
    this.#errors.set(kind, (this.#errors.get(kind) ?? 0) + 1)
  }

  abandoned(): void {
    this.#abandoned += 1
  }

  end(): void {
    this.#open -= 1
  }

  read(): Count {
    return {
      requests: this.#requests,
      answered: this.#answered,
      abandoned: this.#abandoned,
      errors: Object.fromEntries(this.#errors),
      mostAtOnce: this.#mostAtOnce,
      firstRequestAt: this.#firstRequestAt,
      lastRequestAt: this.#lastRequestAt,
      lastAnsweredAt: this.#lastAnsweredAt,
    }
  }
}
