/** A set whose members can also be had by number, from 0 up. In and out take no time, but change numbers. */
export class NumberedSet<T> {
  readonly #members: T[] = []
  readonly #numbers = new Map<T, number>()

  get size(): number {
    return this.#members.length
  }

  at(number: number): T | undefined {
    return this.#members[number]
  }

  has(member: T): boolean {
    return this.#numbers.has(member)
  }

  add(member: T): void {
    if (this.has(member)) return
    this.#numbers.set(member, this.#members.push(member) - 1)
  }

  /** The last member takes the number of the one that goes. */
  delete(member: T): void {
    const number = this.#numbers.get(member)
    const last = this.#members.at(-1)
    if (number === undefined || last === undefined) return
    this.#members[number] = last
    this.#numbers.set(last, number)
    this.#members.pop()
    this.#numbers.delete(member)
  }
}
