/**
 * The index on disk: entries by content. A folder of segments, each written whole and never changed: lines of JSON, the
 * first one a header. Any number of workers may write at once; each adds segments of its own. Whoever finds many of them
 * puts them into one and removes those that it has read. What cannot be read is as if it were not there: it is made again.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { writeWhole } from '../../files/write-whole.ts'
import type { SourceFile } from '../source-tree.ts'
import { type FileIndex, INDEX_VERSION } from './file-index.ts'

const HEADER = JSON.stringify({ agentos: 'context index', version: INDEX_VERSION })
const SEGMENT = /^[0-9a-f]{16}\.jsonl$/
const MOST_SEGMENTS = 8
/** Entries that nothing uses now stay until they are this many times those in use. */
const SPARE = 3

/** The same content is something else under another kind of name. */
export function entryKey({ path, blob }: SourceFile): string {
  return `${blob}${extname(path)}`
}

export class IndexCache {
  readonly #folder: string
  readonly #read = new Set<string>()
  readonly entries = new Map<string, FileIndex>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Reads what others have written since. */
  refresh(): void {
    for (const name of this.#segments()) {
      if (this.#read.has(name)) continue
      this.#read.add(name)
      for (const [key, entry] of this.#readSegment(name)) this.entries.set(key, entry)
    }
  }

  add(entries: ReadonlyMap<string, FileIndex>): void {
    for (const [key, entry] of entries) this.entries.set(key, entry)
    if (entries.size > 0) this.#write(entries)
  }

  /** Puts small segments together, and forgets what was not used if it has become much. */
  tidy(used: ReadonlySet<string>): void {
    const names = this.#segments().filter((name) => this.#read.has(name))
    const isLarge = this.entries.size > SPARE * used.size + 1_000
    if (names.length <= MOST_SEGMENTS && !isLarge) return
    const kept = isLarge ? [...this.entries].filter(([key]) => used.has(key)) : [...this.entries]
    this.#write(new Map(kept))
    for (const name of names) rmSync(join(this.#folder, name), { force: true })
  }

  #segments(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => SEGMENT.test(name))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }

  #readSegment(name: string): [string, FileIndex][] {
    const [header, ...lines] = textOf(join(this.#folder, name)).split('\n')
    return header === HEADER ? lines.flatMap(readLine) : []
  }

  #write(entries: ReadonlyMap<string, FileIndex>): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const name = `${randomBytes(8).toString('hex')}.jsonl`
    this.#read.add(name)
    writeWhole(join(this.#folder, name), linesOf(entries), { mode: 0o600 })
  }
}

function* linesOf(entries: ReadonlyMap<string, FileIndex>): Iterable<string> {
  yield `${HEADER}\n`
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // removed by who has put it together with others, or unreadable: its entries are made again
  }
}

function readLine(line: string): [string, FileIndex][] {
  try {
    const [key, entry] = JSON.parse(line) as [string, FileIndex]
    return typeof key === 'string' && isEntry(entry) ? [[key, entry]] : []
  } catch {
    return [] // damaged: the entry is made again
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
