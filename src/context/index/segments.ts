/**
 * The index on disk: entries by content. A folder of segments, each written whole and never changed: lines of JSON, the
 * first one a header. Any number of processes may write at once; each adds segments of its own. What cannot be read is as
 * if it were not there: it is made again.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../files/write-whole.ts'
import { type FileIndex, INDEX_VERSION } from './file-index.ts'

const HEADER = JSON.stringify({ agentos: 'context index', version: INDEX_VERSION })
const SEGMENT = /^[0-9a-f]{16}\.jsonl$/
const LINE_END = 10

export class Segments {
  readonly #folder: string
  /** Names of those whose entries the owner has. */
  readonly #known = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Entries that others have written since. */
  *fresh(): Generator<[key: string, entry: FileIndex]> {
    for (const name of this.#names()) {
      if (this.#known.has(name)) continue
      this.#known.add(name)
      yield* entriesIn(contentOf(join(this.#folder, name)))
    }
  }

  write(entries: Iterable<readonly [key: string, entry: FileIndex]>): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const name = `${randomBytes(8).toString('hex')}.jsonl`
    this.#known.add(name)
    writeWhole(join(this.#folder, name), linesOf(entries), { mode: 0o600 })
  }

  /** How many of those on disk the owner has read or written. */
  get count(): number {
    return this.#namesKnown().length
  }

  /** One in place of all that the owner has read or written. */
  replace(entries: Iterable<readonly [key: string, entry: FileIndex]>): void {
    const names = this.#namesKnown()
    this.write(entries)
    for (const name of names) rmSync(join(this.#folder, name), { force: true })
  }

  #namesKnown(): string[] {
    return this.#names().filter((name) => this.#known.has(name))
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => SEGMENT.test(name))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
}

function* linesOf(entries: Iterable<readonly [string, FileIndex]>): Iterable<string> {
  yield `${HEADER}\n`
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0) // replaced by another process, or unreadable: its entries are made again
  }
}

/** Line by line: a string can be too short for a whole segment. */
function* entriesIn(bytes: Buffer): Generator<[string, FileIndex]> {
  let at = HEADER.length + 1
  if (bytes.toString('utf8', 0, at) !== `${HEADER}\n`) return
  for (let end = bytes.indexOf(LINE_END, at); end !== -1; end = bytes.indexOf(LINE_END, at)) {
    const entry = entryOf(bytes.toString('utf8', at, end))
    if (entry !== undefined) yield entry
    at = end + 1
  }
}

function entryOf(line: string): [string, FileIndex] | undefined {
  try {
    const [key, entry] = JSON.parse(line) as [string, FileIndex]
    return typeof key === 'string' && isEntry(entry) ? [key, entry] : undefined
  } catch {
    return undefined // damaged: the entry is made again
  }
}

function isEntry(entry: Partial<FileIndex> | undefined): boolean {
  return (
    typeof entry?.language === 'string' &&
    typeof entry.lines === 'number' &&
    typeof entry.tokens === 'number' &&
    Array.isArray(entry.symbols) &&
    Array.isArray(entry.imports) &&
    typeof entry.uses === 'string'
  )
}
