/**
 * Spans that follow one another, as numbers: which, how long after the end of the one before, how long.
 * Differences are short where the times themselves are long.
 */
export class Packed {
  readonly numbers: number[] = []
  #end = 0

  add(which: number, from: number, until: number): void {
    if (until <= from) return
    this.numbers.push(which, from - this.#end, until - from)
    this.#end = until
  }
}
