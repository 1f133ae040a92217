/** What the offline provider has answered; never a key or a word of a prompt. */
import type { AskedCall, ErrorKind } from './answer.ts'
import { digest } from './digest.ts'
import { type Marker, markerOf } from './marker.ts'

/** Also counted: requests that a real provider would not have accepted either. */
type CountedError = ErrorKind | 'wrong-request'

export interface Statistics {
  readonly requests: number
  /** Good answers that were written to the end. */
  readonly answered: number
  /** Requests whose client went away before the answer was complete. */
  readonly abandoned: number
  readonly errors: Readonly<Partial<Record<CountedError, number>>>
  /** Good answers by marker, in order of their first one. */
  readonly calls: readonly (Marker & { readonly answered: number })[]
  /** Requests by the first digits of their key's SHA-256. */
  readonly keys: Readonly<Record<string, number>>
  /** The most requests that were open at once. */
  readonly mostAtOnce: number
  /** How often something was answered that had been answered before. */
  readonly repeated: number
}

/** One request in the book: what came of it is written once, at the latest when it ends. */
export interface Entry {
  asked(call: AskedCall): void
  answered(call: AskedCall): void
  failed(kind: CountedError): void
  /** Its connection is done; a client that has got nothing by now went away. */
  ended(): void
}

export class StatisticsBook {
  #requests = 0
  #answered = 0
  #abandoned = 0
  #mostAtOnce = 0
  #repeated = 0
  readonly #errors = new Map<CountedError, number>()
  readonly #calls = new Map<string, Marker & { answered: number }>()
  readonly #keys = new Map<string, number>()
  readonly #answeredBefore = new Set<string>()
  #open = 0

  open(): Entry {
    let isWritten = false
    this.#requests += 1
    this.#open += 1
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#open)
    return {
      asked: ({ key }) => increment(this.#keys, digest(key).slice(0, 12)),
      answered: (call) => {
        isWritten = true
        this.#countAnswer(call)
      },
      failed: (kind) => {
        isWritten = true
        increment(this.#errors, kind)
      },
      ended: () => {
        this.#open -= 1
        if (!isWritten) this.#abandoned += 1
      },
    }
  }

  #countAnswer(call: AskedCall): void {
    this.#answered += 1
    const marker = markerOf(call)
    const what = digest(marker, call.instructions, call.prompt)
    if (this.#answeredBefore.has(what)) this.#repeated += 1
    this.#answeredBefore.add(what)
    if (marker === undefined) return
    const row = digest(marker)
    const answered = (this.#calls.get(row)?.answered ?? 0) + 1
    this.#calls.set(row, { ...marker, answered })
  }

  /** Forgets everything but the requests that are open right now. */
  reset(): void {
    this.#requests = 0
    this.#answered = 0
    this.#abandoned = 0
    this.#mostAtOnce = this.#open
    this.#repeated = 0
    this.#errors.clear()
    this.#calls.clear()
    this.#keys.clear()
    this.#answeredBefore.clear()
  }

  read(): Statistics {
    return {
      requests: this.#requests,
      answered: this.#answered,
      abandoned: this.#abandoned,
      errors: Object.fromEntries(this.#errors),
      calls: [...this.#calls.values()],
      keys: Object.fromEntries(this.#keys),
      mostAtOnce: this.#mostAtOnce,
      repeated: this.#repeated,
    }
  }
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
