/**
 * One item's log, bounded however much is printed: the first half of the limit goes to the file,
 * later output to pieces beside it, of which only the last two are kept. When the item has ended, they
 * are appended to the head, and a line in between says how much was left out.
 *
 *   LLD-42.log                 head … » 512 MB left out here … tail
 *   LLD-42.log.tail-7, -8      while it grows, and after a `kill -9` of the coordinator
 */
import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs'
import { cleanText } from '../screen/clean-text.ts'
import { localIso } from '../words/time-words.ts'
import { formatSize } from '../words/words.ts'

const PRIVATE = 0o600
const NEWLINE = 0x0a
const COPY_BYTES = 1024 * 1024

export class ItemLog {
  readonly #path: string
  readonly #headBytes: number
  readonly #pieceBytes: number
  #file: number
  /** In the file that is being written. */
  #bytes = 0
  #leftOut = 0
  /** The number of the piece that is being written, and how long the one before it is. */
  #piece = 0
  #lastBytes = 0

  constructor(path: string, mostBytes: number) {
    this.#path = path
    this.#headBytes = Math.floor(mostBytes / 2)
    this.#pieceBytes = Math.floor(mostBytes / 4)
    this.#file = openSync(path, 'a', PRIVATE)
  }

  /** Takes text of whole lines. */
  append(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (bytes > this.#room()) return this.#appendInParts(Buffer.from(text))
    appendFileSync(this.#file, text)
    this.#bytes += bytes
  }

  close(): void {
    closeSync(this.#file)
    if (this.#piece === 0) return
    const left = this.#leftOut === 0 ? '' : `» ${formatSize(this.#leftOut)} left out here\n`
    appendFileSync(this.#path, left)
    for (const piece of [this.#piece - 1, this.#piece].filter((number) => number > 0)) {
      appendFrom(this.#pathOf(piece), this.#path)
      rmSync(this.#pathOf(piece))
    }
  }

  #appendInParts(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, wholeLines(rest, this.#room(), this.#bytes === 0))
      appendFileSync(this.#file, part)
      this.#bytes += part.length
      rest = rest.subarray(part.length)
      if (rest.length > 0) this.#nextPiece()
    }
  }

  #room(): number {
    return (this.#piece === 0 ? this.#headBytes : this.#pieceBytes) - this.#bytes
  }

  #nextPiece(): void {
    const file = openSync(this.#pathOf(this.#piece + 1), 'a', PRIVATE)
    closeSync(this.#file)
    this.#file = file
    if (this.#piece > 1) {
      rmSync(this.#pathOf(this.#piece - 1), { force: true })
      this.#leftOut += this.#lastBytes
    }
    this.#lastBytes = this.#bytes
    this.#bytes = 0
    this.#piece += 1
  }

  #pathOf(piece: number): string {
    return `${this.#path}.tail-${piece}`
  }
}

/** A line of the coordinator among the output. */
export function markOf(text: string, at: number): string {
  return `» ${timed(text, at)}`
}

/** A line of the coordinator, with its time. */
export function timed(text: string, at: number): string {
  const line = cleanText(`${text}\n`, { colour: false, overwritten: 'kept' })
  return `${localIso(at)} ${line}`
}

/** How many of these bytes to take: whole lines that fit, or one that would fit nowhere. */
function wholeLines(bytes: Buffer, room: number, isEmpty: boolean): number {
  if (bytes.length <= room) return bytes.length
  const end = room <= 0 ? 0 : bytes.lastIndexOf(NEWLINE, room - 1) + 1
  if (end > 0 || !isEmpty) return end
  return bytes.indexOf(NEWLINE) + 1 || bytes.length
}

function appendFrom(from: string, to: string): void {
  const reader = openSync(from, 'r')
  const writer = openSync(to, 'a')
  try {
    const buffer = Buffer.allocUnsafe(COPY_BYTES)
    for (let length = 1; length > 0; ) {
      length = readSync(reader, buffer)
      appendFileSync(writer, buffer.subarray(0, length))
    }
  } finally {
    closeSync(reader)
    closeSync(writer)
  }
}
