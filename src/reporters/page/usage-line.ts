/**
 * How much of its limit a scope has used at each moment: of all limits that are known of it, for whichever
 * model, the one that it came closest to. Where none is known, how many calls were under way at once.
 */
import type { Event } from '../../model/event.ts'
import type { KnownCredential } from '../../model/known-credential.ts'
import { formatDuration } from '../format-duration.ts'
import type { UsageLine } from './page-data.ts'

type Returned = Extract<Event, { type: 'lease-returned' }>

const MINUTE_MS = 60_000
/** More than a screen can show; above, the highest of neighbours stands for them. */
const MOST_POINTS = 8_000

interface Call {
  readonly from: number
  readonly model: string
  readonly until: number
  readonly tokens: number
}

interface Limits {
  requests: number | undefined
  tokens: number | undefined
}

export class ScopeUsage {
  readonly #windowMs: number
  readonly #concurrency: number | undefined
  readonly #configured: Limits
  readonly #learnt = new Map<string, Limits>()
  readonly #calls: Call[] = []

  constructor({ limits, concurrency }: Pick<KnownCredential, 'limits' | 'concurrency'>) {
    this.#windowMs = limits?.windowMs ?? MINUTE_MS
    this.#concurrency = concurrency
    this.#configured = { requests: limits?.requestsPerMinute, tokens: limits?.tokensPerMinute }
  }

  add(
    call: { readonly from: number; readonly model: string },
    { until, returned }: { readonly until: number; readonly returned: Returned | undefined },
  ): void {
    const { inputTokens = 0, outputTokens = 0 } = returned?.usage ?? {}
    this.#calls.push({ ...call, until, tokens: inputTokens + outputTokens })
    for (const { dimension, per, limit } of returned?.readings ?? []) {
      if (per !== 'minute' || limit === undefined) continue
      if (dimension === 'requests' || dimension === 'tokens')
        this.#learntOf(call.model)[dimension] = limit
    }
  }

  line(untilMs: number): UsageLine {
    const within = formatDuration(this.#windowMs)
    const lines = [...new Set(this.#calls.map(({ model }) => model))].flatMap((model) => {
      const calls = this.#calls.filter((call) => call.model === model)
      const { requests, tokens } = { ...this.#configured, ...defined(this.#learnt.get(model)) }
      return [
        ...(requests === undefined
          ? []
          : [this.#windowed(calls, () => 1, { limit: requests, unit: `requests in ${within}` })]),
        ...(tokens === undefined
          ? []
          : [
              this.#windowed(calls, (call) => call.tokens, {
                limit: tokens,
                unit: `tokens in ${within}`,
              }),
            ]),
      ]
    })
    const [closest = this.#atOnce()] = lines.sort((a, b) => shareOf(b) - shareOf(a))
    return { ...closest, points: thinned(closest.points, untilMs) }
  }

  #learntOf(model: string): Limits {
    const known = this.#learnt.get(model) ?? { requests: undefined, tokens: undefined }
    this.#learnt.set(model, known)
    return known
  }

  #windowed(
    calls: readonly Call[],
    amount: (call: Call) => number,
    about: { readonly limit: number; readonly unit: string },
  ): UsageLine {
    const changes = calls.flatMap((call): Change[] => [
      [call.from, amount(call)],
      [call.from + this.#windowMs, -amount(call)],
    ])
    return { ...added(changes), ...about }
  }

  #atOnce(): UsageLine {
    const changes = this.#calls.flatMap(({ from, until }): Change[] => [
      [from, 1],
      [until, -1],
    ])
    return { ...added(changes), limit: this.#concurrency ?? null, unit: 'calls at once' }
  }
}

type Change = [at: number, by: number]

function added(changes: Change[]): Pick<UsageLine, 'points' | 'peak'> {
  const points: number[] = []
  let sum = 0
  let peak = 0
  // What ends at a moment makes room for what begins then.
  for (const [at, by] of changes.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    sum += by
    peak = Math.max(peak, sum)
    if (points.at(-2) === at) points[points.length - 1] = sum
    else points.push(at, sum)
  }
  return { points, peak }
}

function thinned(points: readonly number[], untilMs: number): number[] {
  const shown = points.findIndex((at, index) => index % 2 === 0 && at > untilMs)
  const kept = shown === -1 ? [...points] : points.slice(0, shown)
  if (kept.length <= 2 * MOST_POINTS) return kept
  const width = untilMs / MOST_POINTS
  const thin: number[] = []
  for (let index = 0; index < kept.length; index += 2) {
    const at = Math.floor(Math.floor((kept[index] ?? 0) / width) * width)
    const value = kept[index + 1] ?? 0
    if (thin.at(-2) === at) thin[thin.length - 1] = Math.max(thin.at(-1) ?? 0, value)
    else thin.push(at, value)
  }
  return thin
}

function shareOf({ peak, limit }: UsageLine): number {
  return limit === null ? 0 : peak / limit
}

function defined(limits: Limits | undefined): Partial<Limits> {
  const { requests, tokens } = limits ?? {}
  return {
    ...(requests === undefined ? {} : { requests }),
    ...(tokens === undefined ? {} : { tokens }),
  }
}
