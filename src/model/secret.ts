/**
 * A key's value, which cannot be printed by accident: not by a log, not in JSON, not in an error.
 * Only `reveal` gives it away, where it is put on the wire.
 */
export class Secret {
  readonly #id: string
  readonly #value: string
  /** The value as it may stand in a text: plain, in JSON, in an address. */
  readonly #spellings: readonly string[]

  constructor(id: string, value: string) {
    this.#id = id
    this.#value = value
    const spellings = [value, value.replaceAll('/', '\\/'), encodeURIComponent(value)]
    this.#spellings = value === '' ? [] : [...new Set(spellings)]
  }

  reveal(): string {
    return this.#value
  }

  /** Takes the value out of a text that came from elsewhere. */
  redact(text: string): string {
    return this.#spellings.reduce((rest, value) => rest.replaceAll(value, this.toString()), text)
  }

  /** Takes out also what is left of the value where somebody else has masked it: `sk-ab****yz`. */
  redactMasked(text: string): string {
    return this.redact(text).replace(MASKED, (word, head: string, tail: string) => {
      const isHead = head.length >= SHORTEST_PART && this.#value.startsWith(head)
      const isTail = tail.length >= SHORTEST_PART && this.#value.endsWith(tail)
      return isHead || isTail ? this.toString() : word
    })
  }

  toString(): string {
    return `[secret ${this.#id}]`
  }

  toJSON(): string {
    return this.toString()
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}

/** Bounded on both sides, so that a long text costs no more than its length. */
const MASKED = /([\w/+=-]{0,24})(?:\*{2,}|\.{3,}|…)([\w/+=-]{0,24})/g
const SHORTEST_PART = 2

/** In the order in which to take them out: one may begin with another. */
export function longestFirst(secrets: readonly Secret[]): Secret[] {
  return secrets.toSorted((a, b) => b.reveal().length - a.reveal().length)
}

/** Takes secrets out of plain data of any depth; the data is copied only where it must change. */
export function redactDeep<T>(value: T, secrets: readonly Secret[]): T {
  if (secrets.length === 0) return value
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => secret.redact(text), value as string) as T
  }
  if (Array.isArray(value)) return value.map((member) => redactDeep(member, secrets)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, redactDeep(member, secrets)]),
  ) as T
}
