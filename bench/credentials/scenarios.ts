/** The five scenarios, and variants of them; a provider's minute takes 3 or 4 seconds. */
import { type BenchCall, type BenchScenario, MOST_OUTPUT } from './scenario.ts'

const SMALL = { inputTokens: 60, outputTokens: 20 }

const S1: BenchScenario = {
  name: 'S1',
  about: 'small calls: 3 keys of 20 requests, 200 calls of 0.3 s, 10 workers',
  protocol: 'openai-compatible',
  windowMs: 3_000,
  keys: [{ requests: 20 }, { requests: 20 }, { requests: 20 }],
  isKnown: true,
  workers: shares(10, repeat(200, { ...SMALL, latencyMs: 300 })),
}

const S2: BenchScenario = {
  name: 'S2',
  about: 'big and small calls: 8k, 8k, 16k and 32k tokens, 160 calls, 40 workers',
  protocol: 'openai-compatible',
  windowMs: 3_000,
  keys: [{ tokens: 8_000 }, { tokens: 8_000 }, { tokens: 16_000 }, { tokens: 32_000 }],
  isKnown: true,
  workers: shares(40, mixed(160)),
}

const S3: BenchScenario = {
  name: 'S3',
  about: 'limits unknown: 3 keys of 15 in fixed windows, one of 18 a day, 110 calls, 20 workers',
  protocol: 'google',
  windowMs: 4_000,
  keys: [{ requests: 15 }, { requests: 15 }, { requests: 15, requestsPerDay: 18 }],
  isKnown: false,
  phase: 0.3,
  workers: shares(20, repeat(110, { ...SMALL, latencyMs: 400 })),
}

const S4: BenchScenario = {
  name: 'S4',
  about:
    'faults: of 4 keys of 30 one is invalid, one turns so, 3 s of outage, 180 calls, 16 workers',
  protocol: 'openai-compatible',
  windowMs: 3_000,
  keys: [
    { requests: 30 },
    { requests: 30, invalidFromMs: 0 },
    { requests: 30, invalidFromMs: 2_500 },
    { requests: 30 },
  ],
  isKnown: true,
  outage: { fromMs: 2_000, toMs: 5_000 },
  workers: shares(16, repeat(180, { ...SMALL, latencyMs: 250 })),
}

const S5: BenchScenario = {
  name: 'S5',
  about: 'few slots: 2 keys of 3 calls at once, calls of 0.3, 0.6 and 1.2 s, 60 calls, 10 workers',
  protocol: 'openai-compatible',
  windowMs: 3_000,
  keys: [{ concurrency: 3 }, { concurrency: 3 }],
  isKnown: true,
  workers: shares(
    10,
    Array.from({ length: 60 }, (_, index) => ({
      ...SMALL,
      latencyMs: [300, 600, 1_200][index % 3] as number,
    })),
  ),
}

const twoKeys: BenchScenario = {
  name: 'one',
  about: 'two keys of one scope with 20 requests, 80 calls of 0.3 s, 10 workers',
  protocol: 'openai-compatible',
  windowMs: 3_000,
  keys: [{ requests: 20 }, { requests: 20 }],
  isKnown: true,
  workers: shares(10, repeat(80, { ...SMALL, latencyMs: 300 })),
}

export const SCENARIOS: readonly BenchScenario[] = [S1, S2, S3, S4, S5]

export const VARIANTS: readonly BenchScenario[] = [
  { ...S1, name: 'S1-counted', about: `${S1.about}; refused calls count`, countsRefused: true },
  { ...twoKeys, name: 'one-told', about: `${twoKeys.about}; told so`, shared: 'told' },
  { ...twoKeys, name: 'one-untold', about: `${twoKeys.about}; taken for two`, shared: 'untold' },
]

function repeat(count: number, call: BenchCall): BenchCall[] {
  return Array.from({ length: count }, () => call)
}

/** Every fifth is big, from 3,000 to 6,000 tokens; an answer takes longer the longer it is. */
function mixed(count: number): BenchCall[] {
  return Array.from({ length: count }, (_, index) => {
    const luck = ((index * 7_919 + 104_729) % 1_009) / 1_009
    const tokens = index % 5 === 0 ? 3_000 + 3_000 * luck : 500 + 1_210 * luck
    const outputTokens = 50 + Math.round(250 * ((luck * 37) % 1))
    return {
      inputTokens: Math.round(tokens) - MOST_OUTPUT,
      outputTokens: Math.min(outputTokens, MOST_OUTPUT),
      latencyMs: 200 + outputTokens,
    }
  })
}

/** Dealt out one by one, so that every worker has its part of everything. */
function shares(workers: number, calls: readonly BenchCall[]): BenchCall[][] {
  return Array.from({ length: workers }, (_, worker) =>
    calls.filter((_, index) => index % workers === worker),
  )
}
