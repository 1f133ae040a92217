/**
 * Milliseconds since some moment, on a clock that nobody sets. `performance.now()` says the same, but the
 * first one to say `performance` in a process makes it load what takes a millisecond.
 */
export function monotonicMs(): number {
  return process.uptime() * 1_000
}
