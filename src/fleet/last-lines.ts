const MOST_LINES = 30
const LONGEST = 300

/** The last lines of a worker's output, for the report of its death. */
export class LastLines {
  #lines: readonly string[] = []

  get lines(): readonly string[] {
    return this.#lines
  }

  /** Takes whole lines, each with its newline, already redacted: a cut secret would not be recognised. */
  push(text: string): void {
    const added = lastOf(text).map((line) => copy(line.slice(0, LONGEST)))
    this.#lines = [...this.#lines, ...added].slice(-MOST_LINES)
  }
}

/** A slice keeps the whole text in memory; a copy does not. */
function copy(text: string): string {
  return Buffer.from(text).toString()
}

/** The last lines of a long text, without splitting all of it. */
function lastOf(text: string): string[] {
  let start = text.length - 1
  for (let count = 0; count < MOST_LINES && start > 0; count++) {
    start = text.lastIndexOf('\n', start - 1)
  }
  return text.slice(start + 1, -1).split('\n')
}
