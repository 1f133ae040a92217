/**
 * A key's value, which cannot be printed by accident: not by a log, not in JSON, not in an error.
 * Only `reveal` gives it away, where it is put on the wire.
 */
export class Secret {
  readonly #id: string
  readonly #value: string

  constructor(id: string, value: string) {
    this.#id = id
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  /** Takes the value out of a text that came from elsewhere. */
  redact(text: string): string {
    return this.#value === '' ? text : text.replaceAll(this.#value, this.toString())
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
