/** Scenarios that need no file; `--scenario <name>`. */
import type { ScenarioInput } from './scenario.ts'

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
