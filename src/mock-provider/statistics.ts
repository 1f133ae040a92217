/** What the mock provider has answered; never a key or a word of a prompt. */
import type { AskedCall, ErrorKind } from './answer.ts'
import { digest } from './digest.ts'
import { keyNumber, type ProviderName, providerOf } from './limits/limits.ts'
import type { Overrun } from './limits/meter.ts'
import { type Marker, markerOf } from './scenario/marker.ts'
import { type Count, Tally } from './tally.ts'

/**
 * Fault by its name; `over-…` is a limit of the scenario; `wrong-request` is one that a real
 * provider would not have accepted either.
 */
type CountedError = ErrorKind | `over-${Overrun['kind']}` | 'wrong-request'

export interface Statistics extends Count {
  /** Good answers by marker, in order of their first one. */
  readonly calls: readonly (Marker & { readonly answered: number })[]
  /** By the first digits of the key's SHA-256, in order of their first request. */
  readonly keys: Readonly<
    Record<string, Count & { readonly provider: ProviderName; readonly number: number | null }>
  >
  /** By the names of the limits' scopes, such as `google:1+2`. */
  readonly scopes: Readonly<Record<string, Count>>
  /** How often something was answered that had been answered before. */
  readonly repeated: number
}

/** One request in the book: what came of it is written once, at the latest when it ends. */
export interface Entry {
  asked(call: AskedCall, scopes: readonly string[]): void
  answered(call: AskedCall): void
  failed(kind: CountedError): void
  /** Its connection is done; a client that has got nothing by now went away. */
  ended(): void
}

interface KeyTally {
  readonly tally: Tally
  readonly provider: ProviderName
  readonly number: number | null
}

export class StatisticsBook {
  readonly #now: () => number
  readonly #total = new Tally()
  readonly #keys = new Map<string, KeyTally>()
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
    this.#total.begin(this.#now())
    const forAll = (act: (tally: Tally) => void) => {
      for (const tally of tallies) act(tally)
    }
    return {
      asked: (call, scopes) => {
        const found = [this.#tallyOfKey(call), ...scopes.map((scope) => this.#tallyOfScope(scope))]
        for (const tally of found) tally.begin(this.#now())
        tallies.push(...found)
      },
      answered: (call) => {
        isWritten = true
        const at = this.#now()
        forAll((tally) => tally.answered(at))
        this.#countAnswer(call)
      },
      failed: (kind) => {
        isWritten = true
        forAll((tally) => tally.failed(kind))
      },
      ended: () => {
        forAll((tally) => {
          tally.end()
          if (!isWritten) tally.abandoned()
        })
      },
    }
  }

  #tallyOfKey(call: AskedCall): Tally {
    const id = digest(call.key).slice(0, 12)
    const known = this.#keys.get(id)
    if (known !== undefined) return known.tally
    const tally = new Tally()
    const number = keyNumber(call.key) ?? null
    this.#keys.set(id, { tally, provider: providerOf(call), number })
    return tally
  }

  #tallyOfScope(scope: string): Tally {
    const tally = this.#scopes.get(scope) ?? new Tally()
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
      ...this.#total.read(),
      calls: [...this.#calls.values()],
      keys: mapValues(this.#keys, ({ tally, ...about }) => ({ ...about, ...tally.read() })),
      scopes: mapValues(this.#scopes, (tally) => tally.read()),
      repeated: this.#repeated,
    }
  }
}

function mapValues<From, To>(
  map: ReadonlyMap<string, From>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries([...map].map(([key, value]) => [key, change(value)]))
}
