/**
 * A key's value, which cannot be printed by accident: not by a log, not in JSON, not in an error.
 * Only `reveal` gives it away, where it is put on the wire. What others print of it, `Redactor` takes out.
 */
export class Secret {
  readonly #id: string
  readonly #value: string

  constructor(id: string, value: string) {
    this.#id = id
    this.#value = value
  }

  get id(): string {
    return this.#id
  }

  reveal(): string {
    return this.#value
  }

  /** Takes out what is left of the value where somebody else has masked it: `sk-ab****yz`. */
  redactMasked(text: string): string {
    return text.replace(MASKED, (word, head: string, tail: string) => {
      const isHead = head.length >= SHORTEST_PART && this.#value.startsWith(head)
      const isTail = tail.length >= SHORTEST_PART && this.#value.endsWith(tail)
      return isHead || isTail ? this.toString() : word
    })
  }

  toString(): string {
    return markOf(this.#id)
  }

  toJSON(): string {
    return this.toString()
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}

/** What stands in place of a secret. */
export function markOf(id: string): string {
  return `[secret ${id}]`
}

/** Bounded on both sides, so that a long text costs no more than its length. */
const MASKED = /([\w/+=-]{0,24})(?:\*{2,}|\.{3,}|…)([\w/+=-]{0,24})/g
const SHORTEST_PART = 2
