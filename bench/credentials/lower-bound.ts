/**
 * The shortest time in which a scenario can be done, whoever decides: its work as a fluid that flows
 * through what the provider grants and what the workers can carry. Calls that cannot be cut are
 * ignored, so that a tenth above it may be the best possible.
 */
import { type BenchKey, type BenchScenario, callsOf, tokensOf } from './scenario.ts'

const STEP_MS = 1
const LONGEST_MS = 600_000

export function lowerBoundMs(scenario: BenchScenario): number {
  const calls = callsOf(scenario)
  const latencies = calls.map(({ latencyMs }) => latencyMs)
  const shortest = Math.min(...latencies)
  const tokens = calls.reduce((sum, call) => sum + tokensOf(scenario, call), 0)
  const slots = sum(scenario.keys.map(({ concurrency = Number.POSITIVE_INFINITY }) => concurrency))
  return Math.max(
    fluidMs(scenario, 'requests', calls.length) + shortest,
    fluidMs(scenario, 'tokens', tokens) + shortest,
    sum(latencies) / Math.min(scenario.workers.length, slots),
    ...latencies,
  )
}

/** How long until so much of one dimension has been granted. */
function fluidMs(
  scenario: BenchScenario,
  dimension: 'requests' | 'tokens',
  amount: number,
): number {
  const calls = callsOf(scenario)
  const meanMs = sum(calls.map(({ latencyMs }) => latencyMs)) / calls.length
  const perStep = ((scenario.workers.length / meanMs) * amount * STEP_MS) / calls.length
  const keys = scenario.shared === undefined ? scenario.keys : scenario.keys.slice(0, 1)
  const supplies = keys.map((key) => new Supply(scenario, key, dimension))
  let left = amount
  for (let at = 0; at < LONGEST_MS; at += STEP_MS) {
    for (const supply of supplies) supply.refill(at)
    let capacity = isDown(scenario, at) ? 0 : perStep
    const open = supplies.filter((supply) => supply.isValid(at))
    // The fullest first: else another one would be full meanwhile and lose what flows in.
    for (const supply of open.toSorted((one, other) => other.share - one.share)) {
      const taken = supply.take(Math.min(capacity, left))
      capacity -= taken
      left -= taken
    }
    if (left <= 1e-9) return at
  }
  throw new Error(`Scenario ${scenario.name} cannot be done. This is a bug in the benchmark.`)
}

class Supply {
  readonly #limit: number
  readonly #windowMs: number
  readonly #isFixed: boolean
  readonly #startsAt: number
  readonly #invalidFromMs: number
  #level: number
  #day: number

  constructor(scenario: BenchScenario, key: BenchKey, dimension: 'requests' | 'tokens') {
    const { windowMs, phase = 0, protocol } = scenario
    this.#limit = key[dimension] ?? Number.POSITIVE_INFINITY
    this.#windowMs = windowMs
    this.#isFixed = protocol === 'google'
    this.#startsAt = phase * windowMs
    this.#invalidFromMs = key.invalidFromMs ?? Number.POSITIVE_INFINITY
    this.#level = this.#limit
    this.#day =
      dimension === 'requests'
        ? (key.requestsPerDay ?? Number.POSITIVE_INFINITY)
        : Number.POSITIVE_INFINITY
  }

  /** How full it is. */
  get share(): number {
    if (this.#day <= 0) return 0
    return this.#limit === Number.POSITIVE_INFINITY ? 1 : this.#level / this.#limit
  }

  isValid(at: number): boolean {
    return at < this.#invalidFromMs
  }

  refill(at: number): void {
    if (at === 0 || this.#limit === Number.POSITIVE_INFINITY) return
    const clock = this.#startsAt + at
    if (!this.#isFixed) this.#level += (this.#limit * STEP_MS) / this.#windowMs
    else if (Math.floor(clock / this.#windowMs) > Math.floor((clock - STEP_MS) / this.#windowMs))
      this.#level = this.#limit
    this.#level = Math.min(this.#limit, this.#level)
  }

  take(wanted: number): number {
    const taken = Math.max(0, Math.min(wanted, this.#level, this.#day))
    this.#level -= taken
    this.#day -= taken
    return taken
  }
}

function isDown({ outage }: BenchScenario, at: number): boolean {
  return outage !== undefined && at >= outage.fromMs && at < outage.toMs
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
