/** When a lane had no usable credential: all rate-limited or in use, or the provider failed. */
import type { Event } from '../../../model/event.ts'
import { outageWords } from '../../words/outage-words.ts'
import type { PauseLane } from '../page-data.ts'

type Kind = 'pool' | 'circuit'

interface Open {
  readonly from: number
  readonly words: string
}

export class Pauses {
  readonly #lanes = new Map<string, [from: number, until: number, words: string][]>()
  readonly #open = new Map<string, Map<Kind, Open>>()

  add(event: Event, at: number): void {
    switch (event.type) {
      case 'pool-rested':
        return this.#begin(event, 'pool', { from: at, words: 'every credential is rate-limited' })
      case 'pool-exhausted':
        return this.#begin(event, 'pool', { from: at, words: 'every credential is in use' })
      case 'pool-resumed':
        return this.#end(event, 'pool', at)
      case 'circuit-opened':
        return this.#begin(event, 'circuit', {
          from: at,
          words: outageWords(event.provider, event.outage),
        })
      case 'circuit-closed':
        return this.#end(event, 'circuit', at)
    }
  }

  lanes(untilMs: number): PauseLane[] {
    for (const [name, kinds] of this.#open)
      for (const { from, words } of kinds.values()) this.#lane(name).push([from, untilMs, words])
    this.#open.clear()
    return [...this.#lanes].map(([name, pauses]) => ({
      name,
      pauses: pauses.sort((a, b) => a[0] - b[0]),
    }))
  }

  #begin(lane: Lane, kind: Kind, open: Open): void {
    this.#end(lane, kind, open.from)
    const kinds = this.#open.get(nameOf(lane)) ?? new Map<Kind, Open>()
    this.#open.set(nameOf(lane), kinds.set(kind, open))
  }

  #end(lane: Lane, kind: Kind, at: number): void {
    const open = this.#open.get(nameOf(lane))?.get(kind)
    if (open === undefined) return
    this.#open.get(nameOf(lane))?.delete(kind)
    if (at > open.from) this.#lane(nameOf(lane)).push([open.from, at, open.words])
  }

  #lane(name: string): [from: number, until: number, words: string][] {
    const lane = this.#lanes.get(name) ?? []
    this.#lanes.set(name, lane)
    return lane
  }
}

interface Lane {
  readonly provider: string
  readonly model: string
}

function nameOf({ provider, model }: Lane): string {
  return `${provider}:${model}`
}
