/**
 * How much of its limit a scope has used at each moment: of all limits that are known of it, for whichever
 * model, the one that it came closest to. Where none is known, how many calls were under way at once.
 */
import { tightest } from '../../model/configured-limits.ts'
import type { Event } from '../../model/event.ts'
import type { KnownCredential } from '../../model/known-credential.ts'
import type { Protocol } from '../../model/provider.ts'
import { formatDuration } from '../format-duration.ts'
import { type Amount, atOnce, drained, type Line, perWindow } from './amounts.ts'
import type { UsageLine } from './page-data.ts'

type Key = Pick<Partial<KnownCredential>, 'protocol' | 'concurrency' | 'limits'>
type Returned = Extract<Event, { type: 'lease-returned' }>

const MINUTE_MS = 60_000

interface Lease {
  readonly from: number
  readonly model: string
  readonly until: number
}

/** One that counts. */
interface Call {
  readonly from: number
  readonly model: string
  readonly tokens: number
}

type Limits = Partial<Record<'requests' | 'tokens', number>>

export class ScopeUsage {
  readonly #keys: Key[] = []
  readonly #startedAt: number
  readonly #learnt = new Map<string, Limits>()
  readonly #calls: Call[] = []
  readonly #leases: Lease[] = []

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  /** One more that counts against its limits. */
  addKey(key: Key): void {
    this.#keys.push(key)
  }

  get #protocol(): Protocol | undefined {
    return this.#keys[0]?.protocol
  }

  /** Under the name of tokens; Google and Anthropic mean those of the input. */
  get #countsOutput(): boolean {
    return this.#protocol !== 'google' && this.#protocol !== 'anthropic'
  }

  add(
    { from, model }: { readonly from: number; readonly model: string },
    { until, returned }: { readonly until: number; readonly returned: Returned | undefined },
  ): void {
    for (const { dimension, per, limit } of returned?.readings ?? []) {
      if (per !== 'minute' || limit === undefined) continue
      if (dimension === 'requests' || dimension === 'tokens')
        this.#learnt.set(model, { ...this.#learnt.get(model), [dimension]: limit })
    }
    const { inputTokens = 0, outputTokens = 0 } = returned?.usage ?? {}
    const tokens = inputTokens + (this.#countsOutput ? outputTokens : 0)
    this.#leases.push({ from, model, until })
    // A call that was refused has used nothing; that of a dead worker may have been made, and counts.
    if (returned === undefined || returned.outcome.kind === 'ok')
      this.#calls.push({ from, model, tokens })
  }

  line(untilMs: number): UsageLine {
    const models = new Set([...this.#leases.map(({ model }) => model), ...this.#learnt.keys()])
    const lines = [...models].flatMap((model) => this.#linesOf(model, untilMs))
    const [closest] = lines.sort((a, b) => shareOf(b) - shareOf(a))
    if (closest !== undefined) return closest
    const limit = mostAtOnce(this.#keys)
    return { ...atOnce(this.#leases, untilMs), limit, unit: 'calls at once' }
  }

  #linesOf(model: string, untilMs: number): UsageLine[] {
    const { requestsPerMinute, tokensPerMinute, windowMs = MINUTE_MS } = tightest(this.#keys)
    const learnt = this.#learnt.get(model) ?? {}
    const calls = this.#calls.filter((call) => call.model === model)
    const within = formatDuration(windowMs)
    const line = (limit: number, what: string, amounts: Amount[]): UsageLine => ({
      ...this.#counted(amounts, { limit, windowMs, untilMs }),
      ...{ limit, unit: `${what} in ${within}` },
    })
    const requests = lower(learnt.requests, requestsPerMinute)
    const tokens = lower(learnt.tokens, tokensPerMinute)
    return [
      ...(requests === undefined
        ? []
        : [
            line(
              requests,
              'requests',
              calls.map(({ from }) => [from, 1]),
            ),
          ]),
      ...(tokens === undefined
        ? []
        : [
            line(
              tokens,
              'tokens',
              calls.map((call) => [call.from, call.tokens]),
            ),
          ]),
    ]
  }

  /** As the provider counts: Google from minute to minute, the others by what flows back all the time. */
  #counted(
    amounts: Amount[],
    { limit, windowMs, untilMs }: { limit: number; windowMs: number; untilMs: number },
  ): Line {
    return this.#protocol === 'google'
      ? perWindow(amounts, { windowMs, untilMs, startedAt: this.#startedAt })
      : drained(amounts, { perMs: limit / windowMs, untilMs })
  }
}

/** With all keys together; a key of which nobody says it has no such limit. */
function mostAtOnce(keys: readonly Key[]): number | null {
  const known = keys.flatMap(({ concurrency }) => concurrency ?? [])
  return known.length < keys.length ? null : known.reduce((sum, one) => sum + one, 0)
}

function shareOf({ peak, limit }: UsageLine): number {
  return limit === null ? 0 : peak / limit
}

/** A response may lower what the config says, never raise it. */
function lower(told: number | undefined, configured: number | undefined): number | undefined {
  const known = [told, configured].filter((limit) => limit !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
