/** Pool events in words: rate-limited, failing and busy differ. */

import type { PoolFact } from '../../model/calls/call-facts.ts'
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { unreachable } from '../../model/unreachable.ts'
import { type Line, line } from './line.ts'
import { outageWords } from './outage-words.ts'
import { formatTime } from './time-words.ts'
import { waitWords } from './wait-words.ts'
import { plural } from './words.ts'

type PoolEvent = Event & PoolFact

/** Shorter cooldowns are frequent, and only in the logs. */
const NEWS_FROM_MS = 2_000

interface Cooldown {
  readonly until: number
  /** As it was last printed. */
  readonly printedUntil: number
  readonly why: EventOf<'pool-rested'>['why']
}

export class PoolNarrator {
  /** Items of which a call waits. */
  readonly #waiting = new Set<ItemId>()
  /** Lanes without a usable credential. */
  readonly #rested = new Map<string, Cooldown>()
  #isStopping = false

  noteWait(item: ItemId, isWaiting: boolean): void {
    if (isWaiting) this.#waiting.add(item)
    else this.#waiting.delete(item)
  }

  queued(event: EventOf<'lease-queued'>): Line[] {
    const { item, why, until, at } = event
    // The outage was printed with the retry, or when the circuit opened.
    if (why === 'outage') return line('trace', `waits: ${waitWords(event, at)}`, item)
    const isLong = until !== null && until - at >= NEWS_FROM_MS
    const text = `waits for a credential: ${waitWords(event, at)}`
    return line(isLong ? 'detail' : 'trace', text, item)
  }

  narrate(event: PoolEvent): Line[] {
    switch (event.type) {
      case 'credential-rested':
        return restLine(event)
      case 'credential-rejected':
        return line(
          'news',
          `Credential ${event.credential} is not accepted; it is not used any more.`,
        )
      case 'pool-rested':
        return this.#poolRested(event)
      case 'pool-exhausted':
        return line('trace', `Every credential for ${laneOf(event)} is in use; ${this.#waiters()}.`)
      case 'pool-resumed':
        return this.#resumed(laneOf(event))
      case 'circuit-opened':
        return this.#circuitOpened(event)
      case 'circuit-closed':
        return line('news', `Provider ${event.provider} answers again.`)
      default:
        return unreachable(event)
    }
  }

  /** From here on nothing resumes in this run. */
  stopping(): void {
    this.#isStopping = true
  }

  /** Why a run stops if no credential becomes usable within its time limit. */
  stopWords(event: EventOf<'run-stopping'>): string | undefined {
    if (event.cause !== 'quota' || this.#rested.size === 0) return undefined
    const current = [...this.#rested].filter(([, rest]) => rest.until > event.at)
    const until = Math.min(...current.map(([, rest]) => rest.until))
    const lanes = current.map(([lane]) => lane).join(' and ')
    const [why, other] = new Set(current.map(([, rest]) => rest.why))
    const state = why === undefined || other !== undefined ? 'is not usable' : REST[why]
    return `every credential for ${lanes} ${state} until ${formatTime(until, event.at)}, after the run’s time limit; run the command again then`
  }

  #poolRested(event: EventOf<'pool-rested'>): Line[] {
    const lane = laneOf(event)
    const { at, until, why } = event
    const printed = this.#rested.get(lane)?.printedUntil
    // Refusals of calls in flight postpone it by a little, which is no news.
    const isNews = until - (printed ?? at) >= NEWS_FROM_MS
    if (printed === undefined && !isNews) return []
    this.#rested.set(lane, { until, why, printedUntil: isNews ? until : (printed ?? until) })
    const time = formatTime(until, at)
    const text = `Every credential for ${lane} ${REST[why]} until ${time}; ${this.#waiters()}.`
    return line(isNews ? 'news' : 'trace', text)
  }

  #resumed(lane: string): Line[] {
    const wasPrinted = this.#rested.delete(lane)
    return wasPrinted && !this.#isStopping ? line('news', `${lane} resumes.`) : []
  }

  #circuitOpened({ provider, outage, at }: EventOf<'circuit-opened'>): Line[] {
    const { code, address, since } = outage
    const where = { ...outage, code: address === null ? code : `${code} ${address}` }
    const what = outageWords(provider, where).replace(/^p/, 'P')
    const time = formatTime(since, at)
    return line(
      'news',
      `${what} since ${time}; one request at a time until it answers${this.#waiting.size === 0 ? '' : `, ${this.#waiters()}`}.`,
    )
  }

  #waiters(): string {
    const { size } = this.#waiting
    return size === 1 ? '1 item waits' : `${plural(size, 'item')} wait`
  }
}

function restLine(event: EventOf<'credential-rested'>): Line[] {
  const { credential, at, until, model } = event
  const isLong = until - at >= NEWS_FROM_MS
  const time = formatTime(until, at)
  const state = {
    rate: `is rate-limited until ${time} (${event.hinted ? 'retry-after of the provider' : 'the provider names no time'})`,
    'day-quota': `has used up its daily quota for ${model}; next use at ${time}`,
    billing: `is blocked by its bill or spending limit; next try at ${time}`,
  }[event.why]
  return line(isLong ? 'news' : 'trace', `Credential ${credential} ${state}.`)
}

const REST: Readonly<Record<EventOf<'pool-rested'>['why'], string>> = {
  rate: 'is rate-limited',
  'day-quota': 'has used up its daily quota',
  billing: 'is blocked by its bill or spending limit',
}

function laneOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}:${model}`
}
