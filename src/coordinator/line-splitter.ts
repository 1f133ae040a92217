/** Longer lines are passed on in pieces of this size, so that memory stays bounded. */
const LONGEST_LINE = 8 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Cuts a stream of bytes into whole lines. Bytes are decoded a line at a time, so a character is
 * never torn by the border of two reads; what is no UTF-8 becomes U+FFFD.
 */
export class LineSplitter {
  #pieces: Buffer[] = []
  #held = 0

  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      lines.push(this.#take(chunk.subarray(from, end)))
      from = end + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
    while (this.#held > LONGEST_LINE) lines.push(this.#takePiece())
    return lines
  }

  /** The last line, if it did not end with a newline. */
  flush(): string[] {
    return this.#held === 0 ? [] : [this.#take(Buffer.alloc(0))]
  }

  #hold(rest: Buffer): void {
    this.#pieces.push(Buffer.from(rest))
    this.#held += rest.length
  }

  #take(end: Buffer): string {
    if (this.#held === 0) return end.toString('utf8')
    const line = Buffer.concat([...this.#pieces, end]).toString('utf8')
    this.#pieces = []
    this.#held = 0
    return line
  }

  #takePiece(): string {
    const all = Buffer.concat(this.#pieces)
    const cut = characterStart(all, LONGEST_LINE)
    this.#pieces = [all.subarray(cut)]
    this.#held = all.length - cut
    return all.toString('utf8', 0, cut)
  }
}

/** The last start of a character at or before `at`, looking back no further than one can reach. */
function characterStart(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4; back++) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back
  }
  return at
}
