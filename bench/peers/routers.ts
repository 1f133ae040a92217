/** Those who choose a key for each try: by turns, or by chance among the ones that do not cool down. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Strategy } from './exchange.ts'
import { jittered, waitOf } from './retries.ts'

const TRIES = 40
/** How long a key cools down if nobody says so. LiteLLM's 5 s would be longer than a minute here. */
const COOLDOWN_MS = 1_000

/** The next key on any failure, after a while by chance. */
export const rotate: Strategy = ({ scenario, send }) => {
  let turn = 0
  return async (job) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(job, turn++ % scenario.keys.length)
      } catch (error) {
        if (attempt + 1 >= TRIES) throw error
        await sleep(Math.min(2_000, jittered(100, attempt)))
      }
    }
  }
}

/**
 * As LiteLLM's router does it: by chance and weight among the keys that are not cooling down; a
 * failure cools its key down, and the next try follows at once if there is another.
 */
export const cooldown: Strategy = ({ scenario, send }) => {
  const until = scenario.keys.map(() => 0)
  return async (job) => {
    for (let attempt = 0; ; attempt++) {
      const now = Date.now()
      const healthy = scenario.keys.flatMap((_, key) =>
        (until[key] as number) <= now ? [key] : [],
      )
      const key = pick(healthy, (one) => weight(scenario.isKnown, scenario.keys[one]))
      if (key === undefined) {
        if (attempt + 1 >= TRIES) throw new Error('No key is healthy.')
        await sleep(Math.max(1, Math.min(...until) - now))
        continue
      }
      try {
        return await send(job, key)
      } catch (error) {
        if (attempt + 1 >= TRIES) throw error
        until[key] = Date.now() + (waitOf(error) ?? COOLDOWN_MS)
      }
    }
  }
}

function weight(isKnown: boolean, key: { requests?: number; tokens?: number } | undefined): number {
  return isKnown ? (key?.tokens ?? key?.requests ?? 1) : 1
}

function pick(keys: readonly number[], weightOf: (key: number) => number): number | undefined {
  const all = keys.reduce((sum, key) => sum + weightOf(key), 0)
  let luck = Math.random() * all
  return keys.find((key) => {
    luck -= weightOf(key)
    return luck < 0
  })
}
