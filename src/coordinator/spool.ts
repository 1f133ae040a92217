/**
 * A worker's output. The worker and all it starts write to one append-only file as descriptors 1
 * and 2: writing to a file is synchronous, so nothing is lost at `process.exit`, at a throw or at
 * `kill -9`, and stdout and stderr keep their order. The coordinator reads behind. What has been
 * read is punched out of the file, so that its size on disk stays bounded however much is printed.
 */
import { execFile } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { LineSplitter } from './line-splitter.ts'

const CHUNK = 64 * 1024
const CHUNKS_A_TURN = 16
const PUNCH_EVERY = 32 * 1024 * 1024

export class Spool {
  /** For the worker; closed here once the worker has it. */
  readonly descriptor: number
  readonly #path: string
  readonly #reader: number
  readonly #buffer = Buffer.allocUnsafe(CHUNK)
  readonly #splitter = new LineSplitter()
  #offset = 0
  #punched = 0

  constructor(path: string) {
    this.#path = path
    this.descriptor = openSync(path, 'ax', 0o600)
    this.#reader = openSync(path, 'r')
  }

  handedOver(): void {
    closeSync(this.descriptor)
  }

  /** Whole lines that have been written since, a bounded number of bytes at a time. */
  read(): { lines: string; bytes: number; more: boolean } {
    const start = this.#offset
    let lines = ''
    let more = true
    for (let chunk = 0; more && chunk < CHUNKS_A_TURN; chunk++) {
      const length = readSync(this.#reader, this.#buffer, 0, CHUNK, this.#offset)
      if (length > 0) lines += this.#splitter.push(this.#buffer.subarray(0, length))
      this.#offset += length
      more = length > 0
    }
    this.#punch()
    return { lines, bytes: this.#offset - start, more }
  }

  /** What is left when no more can come: a last line without its newline. */
  rest(): string {
    return this.#splitter.flush()
  }

  /** Bytes written but not yet read. */
  backlog(): number {
    return fstatSync(this.#reader).size - this.#offset
  }

  remove(): void {
    closeSync(this.#reader)
    rmSync(this.#path, { force: true })
  }

  /** Gives the disk space of what was read back. Without `fallocate` the file just stays longer. */
  #punch(): void {
    if (process.platform !== 'linux' || this.#offset - this.#punched < PUNCH_EVERY) return
    const range = ['--offset', `${this.#punched}`, '--length', `${this.#offset - this.#punched}`]
    this.#punched = this.#offset
    execFile('fallocate', ['--punch-hole', ...range, this.#path], () => {})
  }
}
