/** Calls back once a minute: progress lines where there is no footer. */
import type { Clock } from '../../model/clock.ts'

const EVERY_MS = 60_000

export async function everyMinute(
  clock: Clock,
  signal: AbortSignal,
  report: (now: number) => void,
): Promise<void> {
  for (;;) {
    await clock.sleepUntil(clock.now() + EVERY_MS, signal)
    if (signal.aborted) return
    report(clock.now())
  }
}
