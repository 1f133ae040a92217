/** A line now and then, where there is no footer: the log of a long run never looks dead. */
import type { Clock } from '../../model/clock.ts'

const EVERY_MS = 60_000

export async function nowAndThen(
  clock: Clock,
  signal: AbortSignal,
  say: (now: number) => void,
): Promise<void> {
  for (;;) {
    await clock.sleepUntil(clock.now() + EVERY_MS, signal)
    if (signal.aborted) return
    say(clock.now())
  }
}
