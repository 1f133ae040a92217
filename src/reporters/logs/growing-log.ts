/**
 * Reads a file that may still be written, in whole lines. An item's log that has reached its limit
 * continues in pieces beside it, of which older ones are removed (`item-log.ts`): they are read in order,
 * and a line says where output is missing. Pieces that were appended to the head are not read twice.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const NEWLINE = 0x0a
const CHUNK_BYTES = 64 * 1024
const LONGEST_LINE = 64 * 1024 * 1024

export class GrowingLog {
  readonly #path: string
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  #file: number | undefined
  /** The piece that is being read; 0 is the log itself. */
  #piece = 0
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer[] = []

  constructor(path: string) {
    this.#path = path
  }

  /** New output since the last call, in chunks; empty at the present end. */
  read(): string {
    this.#file ??= openIfThere(this.#path)
    for (;;) {
      const bytes = this.#fill() ?? this.#turnToNext()
      if (bytes === undefined) return ''
      const end = bytes.lastIndexOf(NEWLINE) + 1
      const lines = end === 0 ? [] : [...this.#rest.splice(0), bytes.subarray(0, end)]
      const text = Buffer.concat(lines).toString('utf8')
      // A longer line is damage, and not kept.
      if (lengthOf(this.#rest) > LONGEST_LINE) this.#rest = []
      this.#rest.push(Buffer.from(bytes.subarray(end)))
      if (text !== '') return text
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
    const rest = Buffer.concat(this.#rest).toString('utf8')
    return rest === '' ? '' : `${rest}\n`
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

function lengthOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0)
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
