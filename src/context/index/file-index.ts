/** What is known of a file without reading it again: the entry of the index, one for each content. */

/** Raised when entries of an older version say something else: they are made anew. */
export const INDEX_VERSION = 4

export type SymbolKind =
  | 'class'
  | 'function'
  | 'method'
  | 'type'
  | 'constant'
  | 'module'
  | 'test'
  | 'heading'

export interface FileSymbol {
  readonly kind: SymbolKind
  /** `run`; of a heading its words, of a test its title. */
  readonly name: string
  /** In one line, without the body. */
  readonly signature: string
  /** The first line of its documentation, or empty. */
  readonly doc: string
  /** Lines from 1, both included, with its documentation and decorators. Nested ones lie within the outer one. */
  readonly from: number
  readonly to: number
  /** How many symbols it is nested in. They come before it. */
  readonly depth: number
}

/** Why a file's content is not worth showing, or must not be shown. */
export type Exclusion =
  | 'binary'
  | 'generated'
  | 'link'
  | 'issue or brief'
  | 'lock file'
  | 'looks like a secret'
  | 'minified'
  | 'not UTF-8'
  | 'snapshot'
  | 'submodule'
  | 'too large'
  | 'vendored'
  | 'written by AgentOS'

export interface FileIndex {
  /** The name of its grammar, `text`, or what it is instead. */
  readonly language: string
  readonly lines: number
  /** Of the whole text, by the estimate. */
  readonly tokens: number
  /** In the order of their lines; outer ones before inner ones. */
  readonly symbols: readonly FileSymbol[]
  /** Names that it uses, and how often if more than once, as one string: `parse render:3`. */
  readonly uses: string
  /** Modules that it imports, as they are spelled. */
  readonly imports: readonly string[]
  readonly excluded?: Exclusion
}

/** `Task.run` for the method `run` of the class `Task`. */
export function qualifiedNames(symbols: readonly FileSymbol[]): string[] {
  const outer: string[] = []
  return symbols.map(({ name, depth, kind }) => {
    outer.length = depth
    outer.push(name)
    return kind === 'heading' || kind === 'test' ? name : outer.join('.')
  })
}

/** `Task.run` for `Task::run`, `Task#run` and `Task.#run`. */
export function plainName(name: string): string {
  return name.replace(/(::|#|\.)+/g, '.').replace(/^\./, '')
}

export function joinUses(uses: ReadonlyMap<string, number>): string {
  return [...uses].map(([name, count]) => (count === 1 ? name : `${name}:${count}`)).join(' ')
}

export function splitUses(uses: string): [name: string, count: number][] {
  if (uses === '') return []
  return uses.split(' ').map((word) => {
    const colon = word.indexOf(':')
    return colon === -1 ? [word, 1] : [word.slice(0, colon), Number(word.slice(colon + 1))]
  })
}
