/** What the mock provider has answered; never a key or a word of a prompt. */
import type { AskedCall, ErrorKind } from './answer.ts'
import { digest } from './digest.ts'
import { keyNumber, type ProviderName, providerOf } from './limits/limits.ts'
import type { Overrun } from './limits/meter.ts'
import { type Marker, markerOf } from './scenario/marker.ts'

/** The results of some requests: all of them, those with one key, or those of one scope. */
export interface Count {
  readonly requests: number
  /** Good answers that were written to the end. */
  readonly answered: number
  /** Requests whose client went away before the answer was complete. */
  readonly abandoned: number
  readonly errors: Readonly<Record<string, number>>
  /** The most requests that were open at once. */
  readonly mostAtOnce: number
  readonly firstRequestAt: number | null
  readonly lastRequestAt: number | null
  readonly lastAnsweredAt: number | null
}

export interface Statistics extends Count {
  /** Good answers by marker, in order of their first one. */
  readonly calls: readonly (Marker & { readonly answered: number })[]
  /** By the first digits of the key's SHA-256, in order of their first request. */
  readonly keys: Readonly<Record<string, Count & KeyFacts>>
  /** By the names of the limits' scopes, such as `google:1+2`. */
  readonly scopes: Readonly<Record<string, Count>>
  /** How often something was answered that had been answered before. */
  readonly repeated: number
}

interface KeyFacts {
  readonly provider: ProviderName
  readonly number: number | null
}

/**
 * A fault by its name; `over-…` is a limit of the scenario; `wrong-request` is one that a real
 * provider would not have accepted either.
 */
type CountedError = ErrorKind | `over-${Overrun['kind']}` | 'wrong-request'

/** One request in the book: its result is written once, at the latest when it ends. */
export interface Entry {
  asked(call: AskedCall, scopes: readonly string[]): void
  answered(call: AskedCall): void
  /** Like `answered`, without a model's work: it is no repetition to ask again. */
  served(): void
  failed(kind: CountedError): void
  /** Its connection is done; a client without a result by now went away. */
  ended(): void
}

type Tally = { -readonly [Name in keyof Count]: Count[Name] } & { open: number }

export class StatisticsBook {
  readonly #now: () => number
  readonly #total = newTally()
  readonly #keys = new Map<string, Tally & KeyFacts>()
  readonly #scopes = new Map<string, Tally>()
  readonly #calls = new Map<string, Marker & { answered: number }>()
  readonly #answeredBefore = new Set<string>()
  #repeated = 0

  constructor(now: () => number) {
    this.#now = now
  }

  open(): Entry {
    let isWritten = false
    const tallies = [this.#total]
    start(this.#total, this.#now())
    const served = () => {
      isWritten = true
      const at = this.#now()
      for (const tally of tallies) {
        tally.answered += 1
        tally.lastAnsweredAt = at
      }
    }
    return {
      asked: (call, scopes) => {
        const found = [this.#tallyOfKey(call), ...scopes.map((scope) => this.#tallyOfScope(scope))]
        for (const tally of found) start(tally, this.#now())
        tallies.push(...found)
      },
      served,
      answered: (call) => {
        served()
        this.#countAnswer(call)
      },
      failed: (kind) => {
        isWritten = true
        for (const tally of tallies)
          tally.errors = { ...tally.errors, [kind]: (tally.errors[kind] ?? 0) + 1 }
      },
      ended: () => {
        for (const tally of tallies) {
          tally.open -= 1
          if (!isWritten) tally.abandoned += 1
        }
      },
    }
  }

  #tallyOfKey(call: AskedCall): Tally {
    const id = digest(call.key).slice(0, 12)
    const facts = { provider: providerOf(call), number: keyNumber(call.key) ?? null }
    const tally = this.#keys.get(id) ?? { ...facts, ...newTally() }
    this.#keys.set(id, tally)
    return tally
  }

  #tallyOfScope(scope: string): Tally {
    const tally = this.#scopes.get(scope) ?? newTally()
    this.#scopes.set(scope, tally)
    return tally
  }

  #countAnswer(call: AskedCall): void {
    const marker = markerOf(call)
    const what = digest(marker, call.instructions, call.prompt)
    if (this.#answeredBefore.has(what)) this.#repeated += 1
    this.#answeredBefore.add(what)
    if (marker === undefined) return
    const row = digest(marker)
    const answered = (this.#calls.get(row)?.answered ?? 0) + 1
    this.#calls.set(row, { ...marker, answered })
  }

  read(): Statistics {
    return {
      ...countOf(this.#total),
      calls: [...this.#calls.values()],
      keys: Object.fromEntries(Array.from(this.#keys, ([id, tally]) => [id, countOf(tally)])),
      scopes: Object.fromEntries(Array.from(this.#scopes, ([id, tally]) => [id, countOf(tally)])),
      repeated: this.#repeated,
    }
  }
}

function newTally(): Tally {
  return {
    requests: 0,
    answered: 0,
    abandoned: 0,
    errors: {},
    mostAtOnce: 0,
    firstRequestAt: null,
    lastRequestAt: null,
    lastAnsweredAt: null,
    open: 0,
  }
}

function start(tally: Tally, at: number): void {
  tally.requests += 1
  tally.open += 1
  tally.mostAtOnce = Math.max(tally.mostAtOnce, tally.open)
  tally.firstRequestAt ??= at
  tally.lastRequestAt = at
}

function countOf<T extends Tally>({ open: _, ...count }: T): Omit<T, 'open'> {
  return count
}
