/** What a question speaks of: paths, names, quoted texts, and plain words. */
import { plainName } from '../index/file-index.ts'
import { wordsOf } from './words.ts'

export interface QuestionTerms {
  /** Things spelled like paths or names of files, by weight. */
  readonly paths: ReadonlyMap<string, number>
  /** Names as they are spelled, by weight: 1 if they stand in backticks. `Task.run` is one. */
  readonly names: ReadonlyMap<string, number>
  /** Texts in quotes, worth a search. */
  readonly phrases: readonly string[]
  /** Words in their reduced form, by weight. */
  readonly words: ReadonlyMap<string, number>
  /** The words of its title in lower case, as they are: a method may be called `update`. */
  readonly spoken: ReadonlySet<string>
}

const IN_FENCE = 0.25
const MOST_PHRASES = 6

export function termsOf(question: string, symbols: readonly string[] = []): QuestionTerms {
  const terms = new Terms()
  for (const name of symbols) terms.addName(name, 1)
  let isFenced = false
  let isTitle = true
  for (const line of question.split('\n')) {
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced
    else if (line.trim() !== '') {
      terms.read(line, isFenced ? IN_FENCE : 1, isTitle || /^#/.test(line))
      isTitle = false
    }
  }
  return terms.result()
}

const PATH =
  /(?<![\w/.@-])(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}(?![\w/])|(?<![\w/.@:-])(?:[\w@.+-]+\/)+[\w@.+-]+/g
const CODE_SPAN = /`([^`\n]{1,200})`/g
const QUOTED = /"([^"\n]{3,120})"|“([^”\n]{3,120})”|(?<![\w])'([^'\n]{3,120})'(?!\w)/g
/** `snake_case`, `camelCase`, `PascalCase`, `dotted.name`, `ALLCAPS`, `called()`. */
const NAME =
  /(?<![\w$])(?:[A-Za-z_$][\w$]*(?:(?:\.#?|::|#)[A-Za-z_$][\w$]*)+|_*[A-Za-z][\w$]*_[\w$]*|[A-Za-z$]+[a-z0-9][A-Z][\w$]*|[A-Z]{2,}[a-z][\w$]*|[A-Z][A-Z0-9]{3,}|[A-Za-z_$][\w$]*(?=\(\)))/g
const PLAIN_WORD = /^[a-z]+$/
const URL_LIKE = /\bhttps?:\/\/\S+/g

class Terms {
  readonly #paths = new Map<string, number>()
  readonly #names = new Map<string, number>()
  readonly #words = new Map<string, number>()
  readonly #phrases = new Set<string>()
  readonly #spoken = new Set<string>()

  read(line: string, weight: number, isTitle: boolean): void {
    const text = line.replace(URL_LIKE, ' ')
    for (const [, code = ''] of text.matchAll(CODE_SPAN)) this.#readCode(code, weight)
    for (const [path] of text.matchAll(PATH))
      raise(this.#paths, path.replace(/^\.{0,2}\//, '').replace(/\.$/, ''), weight)
    for (const [name] of text.matchAll(NAME)) this.addName(name, 0.8 * weight)
    for (const [, plain, curly, single] of text.matchAll(QUOTED))
      this.#readQuoted(plain ?? curly ?? single ?? '', weight)
    if (isTitle)
      for (const [word] of text.toLowerCase().matchAll(/[a-z_]\w{2,}/g)) this.#spoken.add(word)
    const emphasis = (isTitle ? 3 : 1) * weight
    for (const word of wordsOf(text)) this.#words.set(word, (this.#words.get(word) ?? 0) + emphasis)
  }

  addName(name: string, weight: number): void {
    const dotted = plainName(name.replace(/\(.*$/, ''))
    if (/^[A-Za-z_$][\w$.]{1,80}$/.test(dotted)) raise(this.#names, dotted, weight)
  }

  result(): QuestionTerms {
    // What is said ten times is not ten times as important.
    const words = new Map([...this.#words].map(([word, count]) => [word, Math.sqrt(count)]))
    return {
      paths: this.#paths,
      names: this.#names,
      phrases: [...this.#phrases].slice(0, MOST_PHRASES),
      words,
      spoken: this.#spoken,
    }
  }

  #readCode(code: string, weight: number): void {
    const isOne = /^[\w$.:#]+$/.test(code)
    // `key` of `bucket(iterable, key=None)` is a parameter.
    for (const [name] of code.matchAll(
      /[A-Za-z_$][\w$]*(?:(?:\.#?|::|#)[A-Za-z_$][\w$]*)*(?:\(|(?![\w$]))/g,
    ))
      if (isOne || !PLAIN_WORD.test(name)) this.addName(name, weight)
    if (code.includes(' ') && !/[()=]/.test(code)) this.#readQuoted(code, weight)
  }

  #readQuoted(text: string, weight: number): void {
    if (/^[\w$.]+$/.test(text)) this.addName(text, 0.8 * weight)
    else if (weight === 1 && text.length >= 8 && /\S\s\S/.test(text)) this.#phrases.add(text)
  }
}

function raise(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, Math.max(weights.get(key) ?? 0, weight))
}
