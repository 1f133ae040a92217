/**
 * Reads a log that may still be written, in whole lines. An item's log that has reached its limit
 * continues in pieces beside it, of which older ones are removed (`item-log.ts`): they are read in order,
 * and a line says where output is missing. Pieces that were appended to the head are not read twice.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const NEWLINE = 0x0a
const CHUNK_BYTES = 1024 * 1024

export class GrowingLog {
  readonly #path: string
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  #file: number | undefined
  /** The piece that is being read; 0 is the log itself. */
  #piece = 0
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#path = path
  }

  /** New output since the last call, in chunks; empty at the present end. */
  read(): string {
    for (;;) {
      const bytes = this.#more()
      if (bytes === undefined) return ''
      const end = bytes.lastIndexOf(NEWLINE) + 1
      this.#rest = Buffer.from(bytes.subarray(end))
      if (end > 0) return bytes.toString('utf8', 0, end)
    }
  }

  /** When the file that is being read was last written to. */
  writtenAt(): number {
    return this.#file === undefined ? 0 : fstatSync(this.#file).mtimeMs
  }

  /** A last line without an end, and no more after that. */
  finish(): string {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    return this.#rest.length === 0 ? '' : `${this.#rest.toString('utf8')}\n`
  }

  #more(): Buffer | undefined {
    this.#file ??= openIfThere(this.#path)
    const next = this.#fill() ?? this.#turnToNext()
    return next === undefined ? undefined : Buffer.concat([this.#rest, next])
  }

  #fill(): Buffer | undefined {
    if (this.#file === undefined) return undefined
    const length = readSync(this.#file, this.#chunk)
    return length === 0 ? undefined : this.#chunk.subarray(0, length)
  }

  #turnToNext(): Buffer | undefined {
    const piece = this.#nextPiece()
    if (piece === undefined) return undefined
    // The previous piece is complete by now, which it may not have been when it was read.
    const late = this.#fill()
    if (late !== undefined) return late
    const file = openIfThere(`${this.#path}.tail-${piece}`)
    if (file === undefined) return undefined
    if (this.#file !== undefined) closeSync(this.#file)
    const isGap = piece > this.#piece + 1
    this.#file = file
    this.#piece = piece
    return isGap ? Buffer.from('» output left out here\n') : this.#fill()
  }

  #nextPiece(): number | undefined {
    const start = `${basename(this.#path)}.tail-`
    const pieces = readdirSync(dirname(this.#path))
      .filter((name) => name.startsWith(start))
      .map((name) => Number(name.slice(start.length)))
    return pieces.filter((piece) => piece > this.#piece).sort((a, b) => a - b)[0]
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
