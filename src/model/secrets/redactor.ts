/**
 * Takes known secrets out of texts, knowing them by their fingerprints only: a worker may hold these, and not
 * the secrets. Every spelling of a secret has a fingerprint: its length, a salted SHA-256 of it, and 18 bits
 * of a rolling hash of its last characters (the first ones many keys have in common). One pass over a text keeps the rolling hash of the last
 * characters; where it is that of a spelling, the SHA-256 decides. So the work grows with the text alone,
 * however many secrets there are, and nothing is taken for a secret that is none.
 */
import { hash } from 'node:crypto'
import { shownOf } from './control-sequences.ts'
import { markOf } from './secret.ts'
import { SHORTEST_SECRET } from './spellings.ts'

export interface Fingerprints {
  /** Random where fingerprints leave the process: nobody can prepare a table for them. */
  readonly salt: string
  /** Of the rolling hash; odd. */
  readonly base: number
  readonly spellings: readonly Fingerprint[]
}

interface Fingerprint {
  /** Of the secret, for people. */
  readonly id: string
  readonly length: number
  /** Of the last `WINDOW` characters. */
  readonly end: number
  readonly digest: string
}

interface Hit {
  readonly id: string
  readonly from: number
  readonly to: number
}

const WINDOW = SHORTEST_SECRET
const END_BITS = 18

export class Redactor {
  readonly fingerprints: Fingerprints
  /** The length of the longest spelling: so much around a cut must be seen to tear none. */
  readonly longest: number
  readonly #byEnd: ReadonlyMap<number, readonly Fingerprint[]>
  readonly #isEnd = new Uint8Array(2 ** END_BITS)

  constructor(fingerprints: Fingerprints) {
    this.fingerprints = fingerprints
    this.longest = Math.max(0, ...fingerprints.spellings.map(({ length }) => length))
    this.#byEnd = Map.groupBy(fingerprints.spellings, ({ end }) => end)
    for (const end of this.#byEnd.keys()) this.#isEnd[end] = 1
  }

  /** The text with `[secret gemini-2]` in place of each secret. */
  redact(text: string): string {
    const hits = this.hits(text)
    if (hits.length === 0) return text
    let at = 0
    const parts = hits.flatMap(({ id, from, to }) => {
      const before = text.slice(at, from)
      at = to
      return [before, markOf(id)]
    })
    return [...parts, text.slice(at)].join('')
  }

  /** Plain data of any depth, names included. */
  redactDeep<T>(value: T): T {
    if (typeof value === 'string') return this.redact(value) as T
    if (Array.isArray(value)) return value.map((member) => this.redactDeep(member)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.redact(name), this.redactDeep(member)]),
    ) as T
  }

  /** The first secret in a text that `before` does not have as often, and its line, from 1. */
  find(text: string, before = ''): { readonly id: string; readonly line: number } | undefined {
    const hits = this.hits(text)
    if (hits.length === 0) return undefined
    const known = Map.groupBy(this.hits(before), ({ from, to }) => before.slice(from, to))
    const first = hits.find(({ from, to }) => known.get(text.slice(from, to))?.pop() === undefined)
    return first && { id: first.id, line: lineAt(text, first.from) }
  }

  /** The first place in a text where a secret has been taken out. */
  findMark(text: string): { readonly id: string; readonly line: number } | undefined {
    const ids = new Set(this.fingerprints.spellings.map(({ id }) => id))
    for (const { 0: mark, 1: id = '', index } of text.matchAll(MARK))
      if (mark === markOf(id) && ids.has(id)) return { id, line: lineAt(text, index) }
    return undefined
  }

  /** Where secrets stand, in order; those that overlap are one. */
  hits(text: string): Hit[] {
    if (this.#byEnd.size === 0) return []
    const found = this.#hitsIn(text)
    if (!text.includes('\x1b')) return merged(found)
    const { shown, at } = shownOf(text)
    const among = this.#hitsIn(shown).map(({ id, from, to }) => {
      return { id, from: at(from), to: at(to - 1) + 1 }
    })
    return merged([...found, ...among])
  }

  #hitsIn(text: string): Hit[] {
    const found: Hit[] = []
    rollingHashes(this.fingerprints.base, text, (end, to) => {
      if (this.#isEnd[end] === 0) return
      for (const { id, length, digest } of this.#byEnd.get(end) ?? []) {
        const from = to - length
        if (from < 0 || digestOf(this.fingerprints.salt, text.slice(from, to)) !== digest) continue
        found.push({ id, from, to })
      }
    })
    return found
  }
}

/** One secret may begin with another, or end with its beginning: the first and longest gives the name. */
function merged(hits: Hit[]): Hit[] {
  const result: Hit[] = []
  for (const hit of hits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1)
    if (last === undefined || last.to <= hit.from) result.push(hit)
    else if (hit.to > last.to) result.splice(-1, 1, { ...last, to: hit.to })
  }
  return result
}

export function digestOf(salt: string, text: string): string {
  return hash('sha256', `${salt}\0${text}`, 'base64url')
}

const MARK = /\[secret ([^\]\n]{1,200})\]/g

/** The rolling hash of a text's last characters. */
export function endHash(base: number, text: string): number {
  let last = 0
  rollingHashes(base, text.slice(-WINDOW), (hash) => (last = hash))
  return last
}

/** Rabin and Karp's: a polynomial of the last characters, modulo 2³². Gives each window's, and where it ends. */
function rollingHashes(
  base: number,
  text: string,
  visit: (hash: number, to: number) => void,
): void {
  /** What the character that leaves the window has been multiplied by. */
  let leaving = 1
  for (let count = 0; count < WINDOW; count++) leaving = Math.imul(leaving, base)
  let sum = 0
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum, base) + text.charCodeAt(at)
    if (at >= WINDOW) sum -= Math.imul(text.charCodeAt(at - WINDOW), leaving)
    // After this multiplication, the upper bits depend on all characters.
    if (at >= WINDOW - 1) visit(Math.imul(sum, 0x9e3779b1) >>> (32 - END_BITS), at + 1)
  }
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
