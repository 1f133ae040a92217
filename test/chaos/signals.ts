/** Signals to processes that may have ended, and choices by chance from a seed. */
import { setTimeout as sleep } from 'node:timers/promises'

export async function hold(pid: number | undefined, ms: number): Promise<void> {
  signal(pid, 'SIGSTOP')
  await sleep(ms)
  signal(pid, 'SIGCONT')
}

export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(pid, name)
  } catch {
    // it has ended by itself
  }
}

export function pick<T>(values: readonly T[], chance: () => number): T | undefined {
  return values[Math.floor(chance() * values.length)]
}

export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
