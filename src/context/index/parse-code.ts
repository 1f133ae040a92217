/**
 * A syntax tree into symbols, names used and modules imported: one walk over all nodes. A node is only made an object of if
 * its type is one of a definition or an import.
 */
import type { Node, Tree, TreeCursor } from 'web-tree-sitter'
import type { CodeLanguage } from './code-languages.ts'
import { definitionOf, isImport, testTitle } from './definitions.ts'
import { type FileSymbol, joinUses, type SymbolKind } from './file-index.ts'
import { importedModules } from './imported-modules.ts'

const MOST_NAMES = 2_000
const SHORTEST_NAME = 3

/** What a type of node is to the walk: bits. */
const NAME = 1
const DEFINITION = 2
const CONSTANT = 4
const IMPORT = 8
const SCOPE = 16
const ABOVE = 32

export type Roles = Uint8Array

/** By the number of a node's type. */
export function rolesOf(language: CodeLanguage, types: readonly (string | null)[]): Roles {
  const { definitions, constants, imports } = language
  return Uint8Array.from(types, (type) => {
    if (type === null) return 0
    return (
      (/identifier$|^constant$|^name$|^command_name$/.test(type) ? NAME : 0) |
      (Object.hasOwn(definitions, type) ? DEFINITION : 0) |
      (constants.includes(type) ? CONSTANT : 0) |
      (imports.includes(type) ? IMPORT : 0) |
      (/function|method_d|^method$|lambda|closure|^constructor_decl/.test(type) ? SCOPE : 0) |
      (/comment$|^attribute_item$/.test(type) ? ABOVE : 0)
    )
  })
}

export interface ParsedCode {
  readonly symbols: readonly FileSymbol[]
  readonly uses: string
  readonly imports: readonly string[]
}

export function parseCode(
  tree: Tree,
  text: string,
  { language, roles }: { readonly language: CodeLanguage; readonly roles: Roles },
): ParsedCode {
  const walk = new Walk(text, language)
  const cursor = tree.walk()
  try {
    for (let level = 0; ; ) {
      const role = roles[cursor.nodeTypeId] ?? 0
      if (role !== 0) walk.enter(cursor, role, level)
      if (cursor.gotoFirstChild()) {
        level++
        continue
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return walk.result()
        level--
      }
      walk.leave(level)
    }
  } finally {
    cursor.delete()
  }
}

interface Above {
  readonly from: number
  readonly to: number
  /** Where its text begins, or -1 if it is none. */
  readonly at: number
}

class Walk {
  readonly #text: string
  readonly #language: CodeLanguage
  readonly #symbols: FileSymbol[] = []
  readonly #uses = new Map<string, number>()
  readonly #imports = new Set<string>()
  /** Definitions and functions around the current node. */
  readonly #open: { readonly level: number; readonly kind: SymbolKind | 'scope' }[] = []
  #above: Above | undefined
  #testAt = -1

  constructor(text: string, language: CodeLanguage) {
    this.#text = text
    this.#language = language
  }

  enter(cursor: TreeCursor, role: number, level: number): void {
    if (role & NAME) this.#use(cursor)
    if (role & ABOVE) this.#noteAbove(cursor)
    if ((role & (DEFINITION | CONSTANT | IMPORT | SCOPE)) === 0) return
    if (role & IMPORT) this.#import(cursor)
    const kind = role & (DEFINITION | CONSTANT) ? this.#define(cursor, role) : undefined
    if (kind !== undefined) this.#open.push({ level, kind })
    if (role & SCOPE) this.#open.push({ level, kind: 'scope' })
  }

  /** The next node is at this level: what was open there, and further in, has ended. */
  leave(level: number): void {
    while ((this.#open.at(-1)?.level ?? -1) >= level) this.#open.pop()
  }

  result(): ParsedCode {
    return {
      symbols: this.#symbols,
      uses: joinUses(this.#uses),
      imports: [...this.#imports],
    }
  }

  #use({ startIndex, endIndex }: TreeCursor): void {
    if (endIndex - startIndex < SHORTEST_NAME || endIndex - startIndex > 80) return
    const name = this.#text.slice(startIndex, endIndex)
    if (/[^\w$]/.test(name)) return // a path of names, which are nodes of their own
    const count = this.#uses.get(name)
    if (count !== undefined || this.#uses.size < MOST_NAMES) this.#uses.set(name, (count ?? 0) + 1)
  }

  /** Comments on lines of their own, one right below the other. */
  #noteAbove({ startIndex, startPosition, endPosition, nodeType }: TreeCursor): void {
    const lineStart = this.#text.lastIndexOf('\n', startIndex - 1) + 1
    const isOnOwnLine = this.#text.slice(lineStart, startIndex).trim() === ''
    if (!isOnOwnLine || (startIndex === 0 && this.#text.startsWith('#!'))) return
    const from = startPosition.row + 1
    const to = endPosition.column === 0 ? endPosition.row : endPosition.row + 1
    const before = this.#above
    const follows = before !== undefined && before.to === from - 1
    const at = nodeType === 'attribute_item' ? -1 : startIndex
    this.#above = follows
      ? { from: before.from, to, at: before.at < 0 ? at : before.at }
      : { from, to, at }
  }

  #import(cursor: TreeCursor): void {
    if (!isImport(this.#text, cursor)) return
    const text = this.#text.slice(
      cursor.startIndex,
      Math.min(cursor.endIndex, cursor.startIndex + 2_000),
    )
    const source = cursor.nodeType === 'export_statement' ? sourceOf(cursor.currentNode) : text
    for (const module of importedModules(this.#language.grammar, source)) this.#imports.add(module)
  }

  #define(cursor: TreeCursor, role: number): SymbolKind | undefined {
    const { nodeType } = cursor
    const isTest = nodeType === 'call_expression'
    const title = isTest ? testTitle(this.#text, cursor.startIndex) : undefined
    if (isTest && (title === undefined || cursor.startIndex === this.#testAt)) return undefined
    if (isTest) this.#testAt = cursor.startIndex // `test.each(…)` in `test.each(…)('title', …)` begins here, too
    const isInFunction = this.#open.some(({ kind }) => kind === 'scope')
    const around = this.#symbolsAround().at(-1)
    const found = definitionOf(cursor.currentNode, {
      text: this.#text,
      language: this.#language,
      kind: role & DEFINITION ? this.#language.definitions[nodeType] : undefined,
      title,
      around,
      isInFunction,
    })
    if (found === undefined) return undefined
    const above = this.#above?.to === found.from - 1 ? this.#above : undefined
    const doc =
      found.doc || (above === undefined || above.at < 0 ? '' : docLine(this.#text, above.at))
    const depth = this.#symbolsAround().length
    this.#symbols.push({ ...found, doc, from: above?.from ?? found.from, depth })
    return found.kind
  }

  #symbolsAround(): SymbolKind[] {
    return this.#open.flatMap(({ kind }) => (kind === 'scope' ? [] : [kind]))
  }
}

function sourceOf(node: Node): string {
  return node.childForFieldName('source')?.text ?? ''
}

/** The first line with words in a comment. */
function docLine(text: string, at: number): string {
  for (const line of text
    .slice(at, at + 600)
    .split('\n')
    .slice(0, 6)) {
    const words = line
      .replace(/^\s*(\/\*+|\*+\/?|\/\/[/!]*|#+!?|--|<!--)?\s*/, '')
      .replace(/\s*\*+\/\s*$/, '')
    if (/[\p{L}\p{N}]/u.test(words)) return words.slice(0, 160).trim()
  }
  return ''
}
