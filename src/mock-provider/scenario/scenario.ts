/** A scenario: keys, limits and scripted errors, from a JSON file or known by name. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { quote } from '../../model/ids.ts'
import { UsageError } from '../../model/usage-error.ts'
import { limitSchema, PROVIDER_NAMES } from '../limits/limits.ts'
import { ruleSchema } from './rules.ts'

const scenarioSchema = z.strictObject({
  /** How many keys a `--mock` run has for each provider. */
  keys: z.int().min(1).max(1_000).exactOptional(),
  /** The models of a provider; one that is not mentioned has every model. */
  models: z.partialRecord(z.enum(PROVIDER_NAMES), z.array(z.string().min(1))).default({}),
  limits: z.array(limitSchema).default([]),
  rules: z.array(ruleSchema).default([]),
})

export type Scenario = z.output<typeof scenarioSchema>
/** As people write it, without what goes without saying. */
export type ScenarioInput = z.input<typeof scenarioSchema>

/** A scenario known by name, or a file, checked; misspelt keys are refused. */
export function loadScenario(nameOrFile: string): Scenario {
  const named = Object.hasOwn(NAMED_SCENARIOS, nameOrFile) ? NAMED_SCENARIOS[nameOrFile] : undefined
  return parseScenario(named ?? readScenario(nameOrFile), nameOrFile)
}

export function parseScenario(input: unknown, name: string): Scenario {
  const result = scenarioSchema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const place = issue?.path.join('.') || 'the file'
  throw new UsageError(
    'scenario-invalid',
    `Scenario ${quote(name)}: ${place}: ${issue?.message ?? 'invalid'}.`,
    { hint: 'It should be like {"rules":[{"when":{"attempt":1},"answer":{"error":"rate"}}]}.' },
  )
}

function readScenario(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      'scenario-unreadable',
      `Scenario ${quote(file)} cannot be read: ${detail}`,
      {
        hint: `It is a file, or one of ${Object.keys(NAMED_SCENARIOS).join(', ')}.`,
        cause: error,
      },
    )
  }
}

export const NAMED_SCENARIOS: Readonly<Record<string, ScenarioInput>> = {
  /** Three keys, each with fewer requests than a run wants. */
  'rate-limits': { keys: 3, limits: [{ requests: 4, windowMs: 5_000 }] },
  /** No request is answered for some seconds. */
  outage: { rules: [{ when: { sinceMs: 500, untilMs: 4_000 }, answer: { error: 'overloaded' } }] },
  /** One of three keys is soon used up for the day; its hint says otherwise. */
  'day-quota': { keys: 3, limits: [{ keys: [1], requestsPerDay: 2 }] },
  /** One of three keys is not accepted, and another one no more after a second. */
  'bad-key': {
    keys: 3,
    rules: [
      { when: { key: 1 }, answer: { error: 'invalid-key' } },
      { when: { key: 2, sinceMs: 1_000 }, answer: { error: 'invalid-key' } },
    ],
  },
  /** A little of everything that passes, by the seed. */
  unsteady: {
    keys: 2,
    rules: [
      { when: { chance: 0.08 }, answer: { error: 'rate', retryAfterMs: 500 } },
      { when: { chance: 0.04 }, answer: { error: 'overloaded' } },
      { when: { chance: 0.04 }, answer: { error: 'cut' } },
      { when: { chance: 0.04 }, answer: { error: 'html-error' } },
      { answer: { latencyMs: 50 } },
    ],
  },
}
