/** What people write around a limiter: wait as told, else longer and longer by chance, and give up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './exchange.ts'

const LONGEST_MS = 8_000

export async function retrying(retries: number, send: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (attempt >= retries || !isWorthTrying(error)) throw error
      await sleep(waitOf(error) ?? jittered(500, attempt))
    }
  }
}

export function waitOf(error: unknown): number | undefined {
  return error instanceof Refused ? error.waitMs : undefined
}

/** Full jitter. */
export function jittered(firstMs: number, attempt: number): number {
  return Math.random() * Math.min(LONGEST_MS, firstMs * 2 ** attempt)
}

function isWorthTrying(error: unknown): boolean {
  return !(error instanceof Refused) || error.status === 429 || error.status >= 500
}
