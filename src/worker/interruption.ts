import { Interrupted } from './errors.ts'

/**
 * The stop of a run as one item meets it. It remembers whether it cut anything off: a workflow may
 * catch what `step` throws and return as if all were well, and must not count as done for that.
 */
export class Interruption {
  readonly signal: AbortSignal
  #hasHappened = false

  constructor(signal: AbortSignal) {
    this.signal = signal
  }

  get hasHappened(): boolean {
    return this.#hasHappened
  }

  /** Throws when the run is being stopped. */
  check(): void {
    if (!this.signal.aborted) return
    this.#hasHappened = true
    throw new Interrupted()
  }
}
