/** A binary heap: the smallest value first, O(log n) in and out. */
export class Heap<T> {
  readonly #values: T[] = []
  readonly #before: (a: T, b: T) => boolean

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  peek(): T | undefined {
    return this.#values[0]
  }

  push(value: T): void {
    const values = this.#values
    let at = values.push(value) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  pop(): T | undefined {
    const values = this.#values
    const first = values[0]
    const last = values.pop()
    if (last === undefined || values.length === 0) return first
    values[0] = last
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const right = left + 1
      let smallest = at
      if (left < values.length && this.#isBefore(left, smallest)) smallest = left
      if (right < values.length && this.#isBefore(right, smallest)) smallest = right
      if (smallest === at) return first
      this.#swap(at, smallest)
      at = smallest
    }
  }

  #isBefore(a: number, b: number): boolean {
    return this.#before(this.#values[a] as T, this.#values[b] as T)
  }

  #swap(a: number, b: number): void {
    const values = this.#values
    const kept = values[a] as T
    values[a] = values[b] as T
    values[b] = kept
  }
}
