/** The steps of a run by number; those in which most time was spent come first, and get colours of their own. */
export class StepNames {
  readonly #numbers = new Map<string, number>()
  readonly #totals: number[] = []

  /** `review#2` is a review too. */
  number(step: string): number {
    const name = step.replace(/#\d+$/, '')
    const known = this.#numbers.get(name) ?? this.#numbers.size
    this.#numbers.set(name, known)
    return known
  }

  /** Adds up the time of packed spans. */
  count(spans: readonly number[]): void {
    for (let index = 0; index < spans.length; index += 3) {
      const step = spans[index] ?? 0
      this.#totals[step] = (this.#totals[step] ?? 0) + (spans[index + 2] ?? 0)
    }
  }

  byTime(): string[] {
    const names = [...this.#numbers.keys()]
    return this.#order().map((number) => names[number] ?? '')
  }

  /** The packed spans of all items with the numbers of `byTime`. */
  renumbered(items: readonly (readonly number[])[]): number[][] {
    const places = this.#places()
    return items.map((spans) =>
      spans.map((value, index) => (index % 3 === 0 ? (places[value] ?? 0) : value)),
    )
  }

  #order(): number[] {
    const numbers = [...this.#numbers.values()]
    return numbers.sort((a, b) => (this.#totals[b] ?? 0) - (this.#totals[a] ?? 0))
  }

  #places(): number[] {
    const places: number[] = []
    for (const [place, number] of this.#order().entries()) places[number] = place
    return places
  }
}
