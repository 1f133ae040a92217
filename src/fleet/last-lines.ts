const MOST_LINES = 30
const LONGEST = 300

/** The end of what somebody printed, for the story of their death. */
export class LastLines {
  #lines: readonly string[] = []

  get lines(): readonly string[] {
    return this.#lines
  }

  /** Takes text of whole lines, each with its newline, and without secrets: half of one would not be known. */
  push(text: string): void {
    const added = lastOf(text).map((line) => copy(line.slice(0, LONGEST)))
    this.#lines = [...this.#lines, ...added].slice(-MOST_LINES)
  }
}

/** A part of a text keeps all of it in memory; a copy does not. */
function copy(text: string): string {
  return Buffer.from(text).toString()
}

/** The last lines of a text that may be long, without splitting all of it. */
function lastOf(text: string): string[] {
  let start = text.length - 1
  for (let count = 0; count < MOST_LINES && start > 0; count++) {
    start = text.lastIndexOf('\n', start - 1)
  }
  return text.slice(start + 1, -1).split('\n')
}
