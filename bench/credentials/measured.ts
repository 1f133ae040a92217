/** What came of a scenario, and what it is judged by. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { MockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { type BenchScenario, callsOf } from './scenario.ts'

export interface Measured {
  readonly strategy: string
  readonly scenario: string
  /** From the first wish for a key to the last answer; null if it was not done in time. */
  readonly makespanMs: number | null
  readonly stretch: number | null
  readonly sent: number
  readonly useful: number
  readonly waste: number
  readonly lost: number
  /** Refusals and errors by kind. */
  readonly errors: Readonly<Record<string, number>>
}

export const LONGEST_MS = 60_000

/** What the provider saw says what was sent and useful; who called says how long it took. */
export function measured(
  scenario: BenchScenario,
  strategy: string,
  result: {
    readonly makespanMs: number | null
    readonly lowerBoundMs: number
    readonly provider: MockProvider
  },
): Measured {
  const { makespanMs, lowerBoundMs, provider } = result
  const { requests: sent, answered, repeated, errors } = provider.statistics()
  const useful = answered - repeated
  return {
    strategy,
    scenario: scenario.name,
    makespanMs,
    stretch: makespanMs === null ? null : makespanMs / lowerBoundMs,
    sent,
    useful,
    waste: (sent - useful) / useful,
    lost: callsOf(scenario).length - useful,
    errors,
  }
}

/** The provider forgets what was for warming up, and its windows are where the scenario wants them. */
export async function begin(
  { phase, windowMs }: BenchScenario,
  provider: MockProvider,
): Promise<void> {
  if (phase !== undefined) {
    const early = (phase * windowMs - (Date.now() % windowMs) + windowMs) % windowMs
    await sleep(early)
  }
  provider.reset()
}
