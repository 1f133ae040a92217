import type { Redactor } from '../model/secrets/redactor.ts'

/** Longer lines are passed on in pieces of this size, so that memory stays bounded. */
const LONGEST_LINE = 8 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Cuts a stream of bytes into text of whole lines, each with its newline and without secrets. Bytes are
 * decoded up to a newline only, so neither a character nor a secret is torn by the border of two reads;
 * invalid UTF-8 becomes U+FFFD.
 */
export class LineSplitter {
  readonly #redactor: Redactor
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** The lines that are complete with this chunk; the chunk may be reused afterwards. */
  push(chunk: Buffer): string {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    const lines = end === 0 ? '' : this.#take(chunk.subarray(0, end))
    if (end < chunk.length) this.#hold(chunk.subarray(end))
    const most = LONGEST_LINE + this.#redactor.longest
    return this.#heldBytes > most ? lines + this.#takePiece() : lines
  }

  /** The last line, if it did not end with a newline. */
  flush(): string {
    return this.#heldBytes === 0 ? '' : `${this.#take(Buffer.alloc(0))}\n`
  }

  #hold(rest: Buffer): void {
    this.#held.push(Buffer.from(rest))
    this.#heldBytes += rest.length
  }

  #take(end: Buffer): string {
    const text = Buffer.concat([...this.#held, end]).toString('utf8')
    this.#held = []
    this.#heldBytes = 0
    return this.#redactor.redact(text)
  }

  #takePiece(): string {
    const all = Buffer.concat(this.#held)
    const cut = this.#secretStart(all, characterStart(all, LONGEST_LINE))
    this.#held = [all.subarray(cut)]
    this.#heldBytes = all.length - cut
    return `${this.#redactor.redact(all.toString('utf8', 0, cut))}\n`
  }

  /** The start of the secret that a cut would tear; else the cut. So much more than a piece has been held. */
  #secretStart(bytes: Buffer, cut: number): number {
    const { longest } = this.#redactor
    const around = bytes.toString('latin1', cut - longest, cut + longest)
    const torn = this.#redactor.hits(around).find(({ from, to }) => from < longest && to > longest)
    return torn === undefined ? cut : cut - longest + torn.from
  }
}

/** The last start of a character at or before `at`, looking back no further than one can reach. */
function characterStart(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4; back++) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back
  }
  return at
}
