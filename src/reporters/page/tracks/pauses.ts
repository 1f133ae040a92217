/** When a lane had no usable credential: all rate-limited or in use, or the provider failed. */
import type { Event } from '../../../model/event.ts'
import { outageWords } from '../../words/outage-words.ts'
import type { PauseLane } from '../page-data.ts'

interface Open {
  readonly lane: string
  readonly from: number
  readonly words: string
}

export class Pauses {
  readonly #lanes = new Map<string, [from: number, until: number, words: string][]>()
  /** By lane and cause: its credentials, or the provider. */
  readonly #open = new Map<string, Open>()

  add(event: Event, at: number): void {
    switch (event.type) {
      case 'pool-rested':
        return this.#change('pool', event, { at, words: 'every credential is rate-limited' })
      case 'pool-exhausted':
        return this.#change('pool', event, { at, words: 'every credential is in use' })
      case 'pool-resumed':
        return this.#change('pool', event, { at })
      case 'circuit-opened': {
        const words = outageWords(event.provider, event.outage)
        return this.#change('circuit', event, { at, words })
      }
      case 'circuit-closed':
        return this.#change('circuit', event, { at })
    }
  }

  lanes(untilMs: number): PauseLane[] {
    for (const open of this.#open.values()) this.#end(open, untilMs)
    return Array.from(this.#lanes, ([name, pauses]) => ({
      name,
      pauses: pauses.sort((a, b) => a[0] - b[0]),
    }))
  }

  /** The pause of this cause ends, and another one begins if there are words for it. */
  #change(
    cause: 'pool' | 'circuit',
    { provider, model }: { readonly provider: string; readonly model: string },
    { at, words }: { readonly at: number; readonly words?: string },
  ): void {
    const lane = `${provider}:${model}`
    const open = this.#open.get(`${lane} ${cause}`)
    if (open !== undefined && at > open.from) this.#end(open, at)
    if (words === undefined) this.#open.delete(`${lane} ${cause}`)
    else this.#open.set(`${lane} ${cause}`, { lane, from: at, words })
  }

  #end({ lane, from, words }: Open, until: number): void {
    const pauses = this.#lanes.get(lane) ?? []
    pauses.push([from, until, words])
    this.#lanes.set(lane, pauses)
  }
}
