/** What becomes of keys and providers, in words. Resting, failing and busy differ. */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import type { PoolFact } from '../../model/pool-fact.ts'
import { unreachable } from '../../model/unreachable.ts'
import { advance, type ItemLife, newLife } from '../../scheduler/item-life.ts'
import type { Line } from './narrator.ts'
import { outageWords } from './outage-words.ts'
import { waitWords } from './wait-words.ts'
import { formatTime, plural } from './words.ts'

type PoolEvent = Event & PoolFact

/** Shorter rests are everyday life, and only in the logs. */
const NEWS_FROM_MS = 2_000

export class PoolNarrator {
  /** Items of which a call waits. */
  readonly #waiting = new Map<ItemId, ItemLife>()
  /** Lanes of which somebody was told that all keys rest: until when, and what was said. */
  readonly #rested = new Map<string, { readonly until: number; readonly told: number }>()

  #isStopping = false

  hear(event: Event & { readonly item: ItemId }): void {
    const life = this.#waiting.get(event.item) ?? newLife()
    advance(life, event)
    if (life.waits.length > 0) this.#waiting.set(event.item, life)
    else this.#waiting.delete(event.item)
  }

  queued(event: EventOf<'lease-queued'>): Line[] {
    const { item, why, until, at } = event
    const isLong = until !== null && until - at >= NEWS_FROM_MS
    // That its provider fails was said with the retry, or when the circuit opened.
    if (why === 'outage') return [{ item, text: `waits: ${waitWords(event, at)}`, level: 'trace' }]
    const text = `waits for a key: ${waitWords(event, at)}`
    return [{ item, text, level: isLong ? 'detail' : 'trace' }]
  }

  tell(event: PoolEvent): Line[] {
    switch (event.type) {
      case 'credential-rested':
        return [restLine(event)]
      case 'credential-rejected':
        return news(`Credential ${event.credential} is not accepted; it is not used any more.`)
      case 'pool-rested':
        return this.#poolRested(event)
      case 'pool-exhausted':
        return trace(`Busy: every key for ${laneOf(event)} is taken; ${this.#waiters()}.`)
      case 'pool-resumed':
        return this.#resumed(laneOf(event))
      case 'circuit-opened':
        return this.#circuitOpened(event)
      case 'circuit-closed':
        return news(`Provider ${event.provider} answers again.`)
      default:
        return unreachable(event)
    }
  }

  /** From here on nothing resumes in this run. */
  stopping(): void {
    this.#isStopping = true
  }

  /** Why a run stops for which there is nothing to be had in its time. */
  stopWords(event: EventOf<'run-stopping'>): string | undefined {
    if (event.cause !== 'quota' || this.#rested.size === 0) return undefined
    const current = [...this.#rested].filter(([, rest]) => rest.until > event.at)
    const until = Math.min(...current.map(([, rest]) => rest.until))
    const lanes = current.map(([lane]) => lane).join(' and ')
    return `every key for ${lanes} rests until ${formatTime(until, event.at)}, past the run’s time limit; come back then`
  }

  #poolRested(event: EventOf<'pool-rested'>): Line[] {
    const lane = laneOf(event)
    const { at, until, why } = event
    const told = this.#rested.get(lane)?.told
    // Refusals of calls that were on their way put it off by a little, which is no news.
    const isNews = until - (told ?? at) >= NEWS_FROM_MS
    if (told === undefined && !isNews) return []
    this.#rested.set(lane, { until, told: isNews ? until : (told ?? until) })
    const time = formatTime(until, at)
    const text = `${REST[why]}: every key for ${lane} rests until ${time}; ${this.#waiters()}.`
    return isNews ? news(text) : trace(text)
  }

  #resumed(lane: string): Line[] {
    const wasTold = this.#rested.delete(lane)
    return wasTold && !this.#isStopping ? news(`${lane} goes on.`) : []
  }

  #circuitOpened({ provider, outage, at }: EventOf<'circuit-opened'>): Line[] {
    const { code, address, since } = outage
    const where = { ...outage, code: address === null ? code : `${code} ${address}` }
    const what = outageWords(provider, where).replace(/^p/, 'P')
    const time = formatTime(since, at)
    return news(
      `${what} since ${time}; one request at a time until it answers${this.#waiting.size === 0 ? '' : `, ${this.#waiters()}`}.`,
    )
  }

  #waiters(): string {
    const { size } = this.#waiting
    return size === 1 ? '1 item waits' : `${plural(size, 'item')} wait`
  }
}

function restLine(event: EventOf<'credential-rested'>): Line {
  const { credential, at, until, model } = event
  const isLong = until - at >= NEWS_FROM_MS
  const what = {
    rate: event.hinted ? 'rate limited, as the provider says' : 'rate limited, without a hint',
    'day-quota': `the day's quota for ${model} is used up`,
    billing: 'its bill or spending limit',
  }[event.why]
  const text = `Credential ${credential} rests until ${formatTime(until, at)}: ${what}.`
  return { text, level: isLong ? 'news' : 'trace' }
}

const REST: Readonly<Record<EventOf<'pool-rested'>['why'], string>> = {
  rate: 'Rate limited',
  'day-quota': 'Used up for the day',
  billing: 'Out of money',
}

function laneOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}:${model}`
}

function news(text: string): Line[] {
  return [{ text, level: 'news' }]
}

function trace(text: string): Line[] {
  return [{ text, level: 'trace' }]
}
