/** The steps of a run by number; those in which most time was spent come first, and get colours of their own. */
export class StepNames {
  readonly #numbers = new Map<string, number>()

  /** `review#2` is a review too. */
  number(step: string): number {
    const name = step.replace(/#\d+$/, '')
    const known = this.#numbers.get(name) ?? this.#numbers.size
    this.#numbers.set(name, known)
    return known
  }

  /** The names by the time that was spent in them, and the packed spans of all items with their new numbers. */
  byTime(items: readonly (readonly number[])[]): { names: string[]; spans: number[][] } {
    const totals: number[] = []
    for (const spans of items)
      for (let index = 0; index < spans.length; index += 3) {
        const step = spans[index] ?? 0
        totals[step] = (totals[step] ?? 0) + (spans[index + 2] ?? 0)
      }
    const sorted = [...this.#numbers].sort(([, a], [, b]) => (totals[b] ?? 0) - (totals[a] ?? 0))
    const places = new Map(sorted.map(([, number], place) => [number, place]))
    return {
      names: sorted.map(([name]) => name),
      spans: items.map((spans) =>
        spans.map((value, index) => (index % 3 === 0 ? (places.get(value) ?? 0) : value)),
      ),
    }
  }
}
