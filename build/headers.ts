/**
 * Takes the place of Node's `Headers` in the bundle, where the AI SDK makes a request's headers with it:
 * the first use of Node's own loads all of `fetch`, in the time of an empty Node process.
 */
export class Headers implements Iterable<[string, string]> {
  readonly #values = new Map<string, string>()

  constructor(init: Iterable<readonly string[]> | Readonly<Record<string, string>> = {}) {
    const pairs = Symbol.iterator in init ? init : Object.entries(init)
    for (const [name = '', value = ''] of pairs) this.append(name, value)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value.trim())
  }

  append(name: string, value: string): void {
    const before = this.get(name)
    this.#values.set(name.toLowerCase(), `${before === null ? '' : `${before}, `}${value.trim()}`)
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this) visit(value, name)
  }

  entries(): MapIterator<[string, string]> {
    return this.#values.entries()
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }
}
