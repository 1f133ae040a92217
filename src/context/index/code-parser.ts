/** Tree-sitter's parsers, loaded when their language comes up first. */
import { readFileSync } from 'node:fs'
import { Language, Parser } from 'web-tree-sitter'
import type { CodeLanguage } from './code-languages.ts'
import { grammarFile } from './grammar-files.ts'
import { type ParsedCode, parseCode, type Roles, rolesOf } from './parse-code.ts'

/** The parser reports so often before it is stopped: some texts would take it minutes. */
const MOST_REPORTS = 20_000

interface Loaded {
  readonly parser: Parser
  readonly roles: Roles
}

export class CodeParser {
  readonly #loaded = new Map<string, Promise<Loaded>>()
  #runtime: Promise<void> | undefined

  /** Undefined if the text could not be parsed with a reasonable effort. */
  async parse(text: string, language: CodeLanguage): Promise<ParsedCode | undefined> {
    const { parser, roles } = await this.#load(language)
    let reports = 0
    const tree = parser.parse(text, null, { progressCallback: () => ++reports > MOST_REPORTS })
    if (tree === null) {
      parser.reset()
      return undefined
    }
    try {
      return parseCode(tree, text, { language, roles })
    } finally {
      tree.delete()
    }
  }

  #load(language: CodeLanguage): Promise<Loaded> {
    const known = this.#loaded.get(language.grammar)
    if (known !== undefined) return known
    const loading = this.#start(language)
    this.#loaded.set(language.grammar, loading)
    return loading
  }

  async #start(language: CodeLanguage): Promise<Loaded> {
    this.#runtime ??= Parser.init({ wasmBinary: readFileSync(grammarFile()) })
    await this.#runtime
    const grammar = await Language.load(readFileSync(grammarFile(language.grammar)))
    const parser = new Parser()
    parser.setLanguage(grammar)
    return { parser, roles: rolesOf(language, grammar.types) }
  }
}
