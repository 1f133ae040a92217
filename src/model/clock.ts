/** Time as the edges hold it. Pure rooms get `now` as a number instead. */
export interface Clock {
  /** Epoch milliseconds that never run backwards within a process. */
  now(): number
  /** Resolves at `at`, or as soon as the signal aborts; never rejects. */
  sleepUntil(at: number, signal: AbortSignal): Promise<void>
}
