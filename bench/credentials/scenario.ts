/** A pile of calls, the keys for it, and what goes wrong: the same for everybody who is measured. */
import type { ScenarioInput } from '../../src/mock-provider/scenario/scenario.ts'

export interface BenchCall {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly latencyMs: number
}

/** What the provider allows one key. */
export interface BenchKey {
  readonly requests?: number
  readonly tokens?: number
  readonly requestsPerDay?: number
  readonly concurrency?: number
  /** Not accepted from this time after the first call. */
  readonly invalidFromMs?: number
}

export interface BenchScenario {
  readonly name: string
  readonly about: string
  readonly protocol: 'openai-compatible' | 'google'
  readonly windowMs: number
  readonly keys: readonly BenchKey[]
  /** Keys secretly share one limit; told are those who know that they do. */
  readonly shared?: 'told' | 'untold'
  readonly countsRefused?: boolean
  /** Whether limits are known beforehand, or only how long a window is. */
  readonly isKnown: boolean
  readonly outage?: { readonly fromMs: number; readonly toMs: number }
  /** How far into a window the first call is made. */
  readonly phase?: number
  /** The calls of each worker, one after the other. */
  readonly workers: readonly (readonly BenchCall[])[]
}

export const MODEL = 'bench-model'
/** The most that an answer may have; OpenAI counts it as if it were used. */
export const MOST_OUTPUT = 256

/** As the provider counts it. */
export function tokensOf({ protocol }: BenchScenario, call: BenchCall): number {
  return call.inputTokens + (protocol === 'google' ? 0 : MOST_OUTPUT)
}

export function callsOf({ workers }: BenchScenario): BenchCall[] {
  return workers.flat()
}

/** Keys are told apart by the number at their end. */
export function keyValue(index: number): string {
  return `bench-key-${index + 1}`
}

/** What a call says, long enough for its tokens, after a line that the product would put first. */
export function promptOf(call: BenchCall, before: string): string {
  const wish = `<!-- mock output=${call.outputTokens} latency=${call.latencyMs} -->\n`
  const length = call.inputTokens * 4 - before.length - wish.length
  return wish + 'word '.repeat(Math.ceil(Math.max(1, length) / 5)).slice(0, Math.max(1, length))
}

/** Only keys that are measured have limits and trouble: to warm up, there is another one. */
export function mockScenario(scenario: BenchScenario): ScenarioInput {
  const { keys, windowMs, outage, shared, countsRefused = false } = scenario
  const only = { windowMs, countsRefused }
  const limits = (shared === undefined ? keys : keys.slice(0, 1)).flatMap((key, index) => {
    const { invalidFromMs: _, ...limit } = key
    const numbers = shared === undefined ? [index + 1] : keys.map((_, other) => other + 1)
    return Object.keys(limit).length === 0 ? [] : [{ ...limit, ...only, keys: numbers }]
  })
  const invalid = keys.flatMap(({ invalidFromMs }, index) =>
    invalidFromMs === undefined
      ? []
      : [
          {
            when: { key: index + 1, sinceMs: invalidFromMs },
            answer: { error: 'invalid-key' as const, latencyMs: 0 },
          },
        ],
  )
  const down = keys.flatMap((_, index) =>
    outage === undefined
      ? []
      : [
          {
            when: { key: index + 1, sinceMs: outage.fromMs, untilMs: outage.toMs },
            answer: { error: 'overloaded' as const, latencyMs: 0 },
          },
        ],
  )
  return { limits, rules: [...invalid, ...down] }
}
