/** How much of a question each file answers by itself: its path, its symbols, its words, texts that were found in it. */
import type { IndexedFile } from '../index/build-index.ts'
import { plainName, qualifiedNames } from '../index/file-index.ts'
import type { FoundLine } from '../source-tree.ts'
import { type FileRole, isPlainStem, roleOf, stemOf, testedStem } from './file-role.ts'
import { pathMatches } from './path-matches.ts'
import type { QuestionTerms } from './question-terms.ts'
import { squeezed, wordsOf } from './words.ts'

export interface DirectMatch {
  readonly role: FileRole
  readonly score: number
  /** The part of the score that is no matter of mere words: its path, names of symbols, quoted texts. */
  readonly certain: number
  /** Scores of symbols that the question speaks of, by their place in the file's list. */
  readonly symbols: ReadonlyMap<number, number>
  /** Lines with a quoted text of the question. */
  readonly lines: readonly number[]
}

const STEM = 6
const NAME = 6
const PHRASE = 5
const WORDS = 4
const SPOKEN = 1
/** Less than any name has: where names are found, mere words show nothing. */
const MOST_OF_WORDS = 1
/** Plain words, and names that a language gives. */
const COMMON = /^([a-z]+|__[a-z]+__)$/
const LEAST = 0.2
const LEAST_RARITY = 0.1
/** Tests, docs and data say the same words as the code that they are about. */
const ROLES: Readonly<Record<FileRole, number>> = { code: 1, test: 0.45, doc: 0.35, data: 0.4 }

export function directMatches(
  files: readonly IndexedFile[],
  terms: QuestionTerms,
  found: readonly FoundLine[],
): DirectMatch[] {
  const matcher = new Matcher(files, terms, found)
  return files.map((file, index) => matcher.match(file, index))
}

class Matcher {
  readonly #terms: QuestionTerms
  readonly #byPath: ReadonlyMap<number, number>
  readonly #stems: ReadonlyMap<string, number>
  readonly #definitions: ReadonlyMap<string, number>
  readonly #rarity: ReadonlyMap<string, number>
  readonly #found: ReadonlyMap<string, readonly number[]>
  readonly #words: readonly ReadonlySet<string>[]
  /** The first letters of the question's words. */
  readonly #starts: ReadonlySet<string>
  readonly #wordsOfNames = new Map<string, readonly string[]>()

  constructor(files: readonly IndexedFile[], terms: QuestionTerms, found: readonly FoundLine[]) {
    this.#terms = terms
    this.#byPath = pathMatches(files, terms)
    this.#stems = countOf(files.map(({ path }) => squeezed(stemOf(path))))
    this.#definitions = definitionCounts(files)
    this.#starts = new Set([...terms.words.keys()].map((word) => word.slice(0, 3)))
    this.#words = files.map((file) => this.#wordsOfFile(file))
    this.#rarity = rarityOf(this.#words)
    this.#found = new Map(
      [...Map.groupBy(found, ({ path }) => path)].map(([path, hits]) => [
        path,
        hits.map(({ line }) => line),
      ]),
    )
  }

  match(file: IndexedFile, index: number): DirectMatch {
    const role = roleOf(file.path, file.language)
    if (file.excluded !== undefined)
      return { role, score: 0, certain: 0, symbols: new Map(), lines: [] }
    const { symbols, named, words } = this.#symbolScores(file)
    const lines = this.#found.get(file.path) ?? []
    const stem = this.#stemScores(file.path, role)
    const certain =
      Math.max(stem.named, stem.words / 2) +
      named +
      (lines.length === 0 ? 0 : PHRASE / Math.sqrt(this.#found.size))
    const path = this.#byPath.get(index) ?? 0
    const spoken = Math.max(0, stem.words / 2 - stem.named) + words + this.#wordScore(index)
    const score = (certain + spoken) * ROLES[role] + path
    return { role, score, certain: certain * ROLES[role] + path, symbols, lines }
  }

  /** Words of the question that a file has in its path, its symbols or their docs. */
  #wordsOfFile(file: IndexedFile): ReadonlySet<string> {
    const words = new Set<string>()
    if (file.excluded !== undefined) return words
    const add = (found: readonly string[]) => {
      for (const word of found) if (this.#terms.words.has(word)) words.add(word)
    }
    add(this.#wordsIn(file.path))
    for (const { name, doc } of file.symbols) {
      add(this.#wordsIn(name))
      if (doc !== '') add(wordsOf(doc, (start) => this.#starts.has(start)))
    }
    return words
  }

  /** Of a file that is called as something in the question: `named` by a name there, `words` by a mere word. */
  #stemScores(path: string, role: FileRole): { readonly named: number; readonly words: number } {
    const stem = squeezed(role === 'test' ? testedStem(path) : stemOf(path))
    if (stem.length < 3) return { named: 0, words: 0 }
    const count = this.#stems.get(squeezed(stemOf(path))) ?? 1
    const most = (STEM * (isPlainStem(stem) ? 0.1 : 1)) / Math.sqrt(count)
    const names = [...this.#terms.names].filter(([name]) =>
      name.split('.').some((part) => squeezed(part) === stem),
    )
    const [word = ''] = wordsOf(stem)
    const spoken = Math.min(1, (this.#terms.words.get(word) ?? 0) / 2)
    return {
      named: most * Math.max(0, ...names.map(([, weight]) => weight)),
      words: most * spoken * (this.#rarity.get(word) ?? 1),
    }
  }

  /** By names of the question, exactly; by its words, a little. Of a file, the best four count. */
  #symbolScores(file: IndexedFile) {
    const symbols = new Map<number, number>()
    const named: number[] = []
    const words: number[] = []
    const qualified = qualifiedNames(file.symbols)
    for (const [index, { name, kind }] of file.symbols.entries()) {
      if (kind === 'heading') continue
      const byName = this.#nameScore(qualified[index] ?? name)
      const byWords = this.#overlap(this.#wordsIn(name))
      const isSpoken =
        this.#rareName(name) === 1 && this.#terms.spoken.has(lastPart(name).toLowerCase())
      const score = byName + Math.min(MOST_OF_WORDS, byWords) + (isSpoken ? SPOKEN : 0)
      if (score > LEAST) symbols.set(index, score)
      if (byName > 0) named.push(byName)
      if (byWords > LEAST) words.push(byWords)
    }
    return { symbols, named: sumOfBest(named), words: sumOfBest(words) }
  }

  #nameScore(name: string): number {
    const qualified = plainName(name)
    const own = lastPart(qualified)
    const rare = this.#rareName(own) ** (COMMON.test(own) ? 2 : 1)
    let best = 0
    for (const [term, weight] of this.#terms.names) {
      const isDotted = term.includes('.')
      if (term === qualified || (isDotted && qualified.endsWith(`.${term}`)))
        best = Math.max(best, weight * (isDotted ? 1.3 : rare))
      // The `update` of another class is hardly meant.
      else if (lastPart(term) === own) best = Math.max(best, weight * rare * (isDotted ? 0.2 : 1))
      // `Task.pause`, which is to be written, speaks of the class as well.
      else if (isDotted && term.split('.').slice(0, -1).includes(own))
        best = Math.max(best, 0.8 * weight * rare)
    }
    return NAME * best
  }

  #rareName(name: string): number {
    return 1 / Math.sqrt(this.#definitions.get(lastPart(plainName(name))) ?? 1)
  }

  /** Names repeat, and most have no word of the question. */
  #wordsIn(name: string): readonly string[] {
    const known = this.#wordsOfNames.get(name)
    if (known !== undefined) return known
    const words = wordsOf(name, (start) => this.#starts.has(start))
    this.#wordsOfNames.set(name, words)
    return words
  }

  /** The share of the question's words, the rare ones counting most. */
  #overlap(words: readonly string[]): number {
    let sum = 0
    for (const word of new Set(words))
      sum += (this.#terms.words.get(word) ?? 0) * (this.#rarity.get(word) ?? 0)
    return 0.25 * sum
  }

  #wordScore(index: number): number {
    let sum = 0
    for (const word of this.#words[index] ?? [])
      sum += (this.#terms.words.get(word) ?? 0) * (this.#rarity.get(word) ?? 0)
    return WORDS * (sum / (sum + 4))
  }
}

/** From nearly 0, for a word that every file has, to 1. */
function rarityOf(words: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = countOf(words.flatMap((own) => [...own]))
  const most = Math.log(1 + words.length)
  return new Map(
    [...counts].map(([word, count]) => {
      const share = Math.log((1 + words.length) / (1 + count)) / most
      return [word, LEAST_RARITY + (1 - LEAST_RARITY) * share]
    }),
  )
}

function sumOfBest(scores: number[]): number {
  return scores
    .sort((a, b) => b - a)
    .slice(0, 4)
    .reduce((sum, score) => sum + score, 0)
}

/** How often a name is defined, in code or in tests: `__iter__` of ten classes says nothing of any of them. */
function definitionCounts(files: readonly IndexedFile[]): Map<string, number> {
  const namesIn = (isTest: boolean) =>
    countOf(
      files
        .filter(({ path, language }) => (roleOf(path, language) === 'test') === isTest)
        .flatMap(({ symbols }) => symbols.filter(({ kind }) => kind !== 'heading'))
        .map(({ name }) => lastPart(plainName(name))),
    )
  const counts = namesIn(false)
  for (const [name, count] of namesIn(true))
    counts.set(name, Math.max(count, counts.get(name) ?? 0))
  return counts
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
