/**
 * A worker's output. The worker and all it starts write to one append-only file as descriptors 1
 * and 2: writing to a file is synchronous, so nothing is lost at `process.exit`, at a throw or at
 * `kill -9`, and stdout and stderr keep their order. The coordinator reads behind. What has been
 * read is punched out of the file, so that its size on disk stays bounded however much is printed.
 */
import { execFile } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { Redactor } from '../model/secrets/redactor.ts'
import { LineSplitter } from './line-splitter.ts'

const CHUNK = 64 * 1024
const CHUNKS_A_TURN = 16
const PUNCH_EVERY = 32 * 1024 * 1024
/** Shared: each chunk is forwarded before the next read. */
const BUFFER = Buffer.allocUnsafe(CHUNK)

export class Spool {
  /** For the worker; closed here once the worker has it. */
  readonly descriptor: number
  readonly #path: string
  readonly #reader: number
  readonly #splitter: LineSplitter
  #offset = 0
  #punched = 0

  #progress: number | undefined

  constructor(path: string, redactor: Redactor) {
    this.#path = path
    this.#splitter = new LineSplitter(redactor)
    this.descriptor = openSync(path, 'ax', 0o600)
    try {
      this.#reader = openSync(path, 'r')
    } catch (error) {
      closeSync(this.descriptor)
      throw error
    }
  }

  /**
   * Saves the log's path and the read position beside the spool, so that the next run can append
   * the rest if this one is killed.
   */
  belongsTo(log: string): void {
    try {
      writeFileSync(`${this.#path}.log`, log, { mode: 0o600 })
      this.#progress = openSync(`${this.#path}.read`, 'w', 0o600)
    } catch {
      return // the work matters more than the log of a killed run
    }
  }

  handedOver(): void {
    closeSync(this.descriptor)
  }

  /**
   * Whole lines written since, up to this many bytes in all, a bounded part of them at a time. Of
   * bytes that were never written nothing is expected, whoever says so.
   */
  read(wanted: number): { lines: string; bytes: number; more: boolean } {
    const upTo = Math.min(wanted, this.size())
    const start = this.#offset
    let lines = ''
    for (let chunk = 0; this.#offset < upTo && chunk < CHUNKS_A_TURN; chunk++) {
      const most = Math.min(CHUNK, upTo - this.#offset)
      const length = readSync(this.#reader, BUFFER, 0, most, this.#offset)
      if (length === 0) break
      lines += this.#splitter.push(BUFFER.subarray(0, length))
      this.#offset += length
    }
    if (this.#offset > start) this.#noteProgress()
    this.#punch()
    return { lines, bytes: this.#offset - start, more: this.#offset < upTo }
  }

  /** A last line without its newline, after the end. */
  rest(): string {
    return this.#splitter.flush()
  }

  /** All bytes ever written. */
  size(): number {
    return fstatSync(this.#reader).size
  }

  /** Bytes written but not yet read. */
  backlog(): number {
    return this.size() - this.#offset
  }

  remove(): void {
    closeSync(this.#reader)
    if (this.#progress !== undefined) closeSync(this.#progress)
    try {
      for (const suffix of ['', '.log', '.read']) rmSync(this.#path + suffix, { force: true })
    } catch {
      return // the next run sweeps what this one cannot remove
    }
  }

  #noteProgress(): void {
    if (this.#progress === undefined) return
    try {
      writeSync(this.#progress, String(this.#offset), 0)
    } catch {
      return // the disk is full: should this run be killed too, its log repeats some lines
    }
  }

  /** Frees the disk space of read blocks. Without `fallocate` the file just stays larger. */
  #punch(): void {
    if (process.platform !== 'linux' || this.#offset - this.#punched < PUNCH_EVERY) return
    const range = ['--offset', `${this.#punched}`, '--length', `${this.#offset - this.#punched}`]
    this.#punched = this.#offset
    const env = { PATH: process.env.PATH }
    execFile('fallocate', ['--punch-hole', ...range, this.#path], { env }, () => {})
  }
}

/** Unread output of a dead run, and its log; undefined if all was read. */
export function unreadOf(path: string): { log: string; lines: string } | undefined {
  const log = readIfThere(`${path}.log`)
  if (log === undefined) return undefined
  const offset = Number(readIfThere(`${path}.read`) ?? 0) || 0
  const lines = readFileSync(path).subarray(offset).toString('utf8')
  if (lines === '') return undefined
  return { log, lines: lines.endsWith('\n') ? lines : `${lines}\n` }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // the run was killed before it was written
  }
}
