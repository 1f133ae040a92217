/**
 * How much of its limit a scope has used at each moment: of all known limits, of any model, the one that it came
 * closest to. If no limit is known, the number of parallel calls.
 */
import {
  chargeOf,
  configuredDimensions,
  type Expected,
  tightest,
  usedOf,
} from '../../../model/calls/charge.ts'
import type { ConfiguredLimits, Dimension, KnownCredential } from '../../../model/calls/lease.ts'
import type { Protocol } from '../../../model/calls/provider.ts'
import type { EventOf } from '../../../model/event.ts'
import { formatDuration } from '../../words/format-duration.ts'
import type { UsageLine } from '../page-data.ts'
import { type Amount, atOnce, drained, perWindow } from './amounts.ts'

type Key = Pick<KnownCredential, 'concurrency' | 'limits'>
type Returned = EventOf<'lease-returned'>

const MINUTE_MS = 60_000
const UNTOLD: Expected = { input: 0, output: 0, mostOutput: 0 }

export class ScopeUsage {
  readonly #keys: Key[] = []
  readonly #startedAt: number
  readonly #protocol: Protocol
  /** Limits named in responses, by model. */
  readonly #learnt = new Map<string, Map<Dimension, number>>()
  /** Calls that count against limits. */
  readonly #calls: { readonly from: number; readonly model: string; readonly used: Expected }[] = []
  readonly #leases: { readonly from: number; readonly until: number }[] = []

  constructor(startedAt: number, protocol: Protocol) {
    this.#startedAt = startedAt
    this.#protocol = protocol
  }

  /** One more credential that counts against its limits. */
  addKey(key: Key): void {
    this.#keys.push(key)
  }

  /** A lease that has ended, with the event that returned it, if one did. */
  add(lease: { from: number; until: number; model: string }, returned: Returned | undefined): void {
    const { from, until, model } = lease
    const learnt = this.#learnt.get(model) ?? new Map<Dimension, number>()
    this.#learnt.set(model, learnt)
    for (const { dimension, per, limit = 0 } of returned?.readings ?? [])
      if (per === 'minute' && limit > 0) learnt.set(dimension, limit)
    const used = returned?.usage === undefined ? UNTOLD : usedOf(returned.usage)
    this.#leases.push({ from, until })
    // A refused call has used nothing; the call of a dead worker may have been made, and counts.
    const kind = returned?.outcome.kind ?? 'lost'
    if (kind === 'ok' || kind === 'lost') this.#calls.push({ from, model, used })
  }

  line(untilMs: number): UsageLine {
    const models = [...this.#learnt.keys()]
    const lines = models.flatMap((model) => this.#linesOf(model, untilMs))
    const [closest] = lines.sort((a, b) => shareOf(b) - shareOf(a))
    if (closest !== undefined) return closest
    const limit = mostAtOnce(this.#keys)
    return { ...atOnce(this.#leases, untilMs), limit, unit: 'calls at once' }
  }

  #linesOf(model: string, untilMs: number): UsageLine[] {
    const configured = tightest(this.#keys)
    const { windowMs = MINUTE_MS } = configured
    const calls = this.#calls.filter((call) => call.model === model)
    return Array.from(this.#limitsOf(model, configured), ([dimension, limit]) => {
      const chargeFor = (used: Expected) => chargeOf(dimension, this.#protocol, used)
      const amounts = calls.map(({ from, used }): Amount => [from, chargeFor(used)])
      const unit = `${dimension.replace('-', ' ')} in ${formatDuration(windowMs)}`
      // As the provider counts: Google in windows of the clock, the others as a bucket that is refilled all the time.
      const line =
        this.#protocol === 'google'
          ? perWindow(amounts, { windowMs, untilMs, startedAt: this.#startedAt })
          : drained(amounts, { perMs: limit / windowMs, untilMs })
      return { ...line, limit, unit }
    })
  }

  /** A response may lower a configured limit, never raise it. */
  #limitsOf(model: string, configured: ConfiguredLimits): Map<Dimension, number> {
    const limits = new Map(this.#learnt.get(model))
    for (const { dimension, per, limit } of configuredDimensions(this.#protocol, configured))
      if (per === 'minute') limits.set(dimension, Math.min(limit, limits.get(dimension) ?? limit))
    return limits
  }
}

/** Of all credentials together; null if one of them has no such limit. */
function mostAtOnce(keys: readonly Key[]): number | null {
  const known = keys.flatMap(({ concurrency }) => concurrency ?? [])
  return known.length < keys.length ? null : known.reduce((sum, one) => sum + one, 0)
}

function shareOf({ peak, limit }: UsageLine): number {
  return limit === null ? 0 : peak / limit
}
