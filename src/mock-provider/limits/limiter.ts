/**
 * Keeps a scenario's limits. A call must fit all limits that apply to it; then it is charged to all of
 * them, as its provider charges: Gemini and Anthropic by input tokens, OpenAI also by the output asked for.
 */
import type { AskedCall } from '../answer.ts'
import { digest } from '../digest.ts'
import { type Limit, providerOf, scopeOf } from './limits.ts'
import { amountOf, createMeter, type Meter, type Overrun, overrunOf } from './meter.ts'
import type { Window } from './windows.ts'

/** A limit's state, as headers show it. */
export interface Gauge {
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
}

/** What headers say; undefined for a dimension without limit, `none` if they say nothing at all. */
export type Gauges =
  | { readonly requests?: Gauge | undefined; readonly tokens?: Gauge | undefined }
  | 'none'

export class Limiter {
  readonly #limits: readonly Limit[]
  readonly #meters = new Map<string, Meter>()
  readonly #slots = new Map<string, { taken: number }>()

  constructor(limits: readonly Limit[]) {
    this.#limits = limits
  }

  /** Charges the call and takes its slots, or says what it would have passed. */
  admit(call: AskedCall, now: number): { readonly release: () => void } | Overrun {
    const meters = this.#metersOf(call)
    for (const meter of meters) {
      const overrun = overrunOf(meter, call, now)
      if (overrun === undefined) continue
      this.refused(call, now)
      return overrun
    }
    for (const { slots, windows } of meters) {
      slots.taken += 1
      for (const [counted, window] of windows) window.take(amountOf(counted, call), now)
    }
    let isReleased = false
    const release = () => {
      if (!isReleased) for (const { slots } of meters) slots.taken -= 1
      isReleased = true
    }
    return { release }
  }

  /** A call that was refused, for whatever reason: some limits count it. */
  refused(call: AskedCall, now: number): void {
    for (const { limit, windows } of this.#metersOf(call)) {
      if (!limit.countsRefused) continue
      windows.get('requests')?.take(1, now)
      windows.get('day')?.take(1, now)
    }
  }

  /** Headers name only one limit of each dimension: the one with the least left. */
  gauges(call: AskedCall, now: number): Gauges {
    const meters = this.#metersOf(call)
    if (meters.some(({ limit }) => !limit.headers)) return 'none'
    const tightest = (dimension: 'requests' | 'tokens') =>
      meters
        .flatMap((meter) => gaugeOf(meter.windows.get(dimension), now))
        .toSorted((one, other) => one.remaining - other.remaining)[0]
    return { requests: tightest('requests'), tokens: tightest('tokens') }
  }

  /** The names of the scopes that the call belongs to. */
  scopes(call: AskedCall): readonly string[] {
    return [...new Set(this.#limits.flatMap((limit) => scopeOf(limit, call) ?? []))]
  }

  #metersOf(call: AskedCall): readonly Meter[] {
    return this.#limits.flatMap((limit, index) => {
      const scope = scopeOf(limit, call)
      if (scope === undefined) return []
      const place = `${index} ${scope} ${limit.keys === 'each' ? digest(call.key) : ''}`
      const slots = find(this.#slots, place, () => ({ taken: 0 }))
      const model = limit.models === undefined ? call.model : ''
      return [
        find(this.#meters, `${place} ${model}`, () => createMeter(limit, providerOf(call), slots)),
      ]
    })
  }
}

function gaugeOf(window: Window | undefined, now: number): Gauge[] {
  if (window === undefined) return []
  const remaining = Math.max(0, Math.floor(window.limit - window.used(now)))
  return [{ limit: window.limit, remaining, resetMs: window.resetMs(now) }]
}

function find<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
