/** Source code as syntax trees, by tree-sitter. A grammar is loaded when the first text of its language is parsed. */
import { readFile } from 'node:fs/promises'
import type { Language, Parser, Tree } from 'web-tree-sitter'
import { grammarFile } from './grammar-files.ts'

/** The parser reports so often before it is stopped: some texts would take it minutes. */
const MOST_REPORTS = 20_000

interface Loaded {
  readonly parser: Parser
  readonly language: Language
}

const loaded = new Map<string, Promise<Loaded>>()
let runtime: Promise<void> | undefined

/** What `read` makes of the tree, which is gone afterwards. Undefined if the text could not be parsed with a reasonable effort. */
export async function parseTree<T>(
  text: string,
  grammar: string,
  read: (tree: Tree, language: Language) => T,
): Promise<T | undefined> {
  const { parser, language } = await load(grammar)
  let reports = 0
  let tree: Tree | null
  try {
    tree = parser.parse(text, null, { progressCallback: () => ++reports > MOST_REPORTS })
  } catch (error) {
    loaded.delete(grammar) // a parser that has broken down over a text may be unusable
    throw error
  }
  if (tree === null) {
    parser.reset()
    return undefined
  }
  try {
    return read(tree, language)
  } finally {
    tree.delete()
  }
}

function load(grammar: string): Promise<Loaded> {
  const known = loaded.get(grammar)
  if (known !== undefined) return known
  const loading = start(grammar)
  loaded.set(grammar, loading)
  return loading
}

async function start(grammar: string): Promise<Loaded> {
  const { Language, Parser } = await import('web-tree-sitter') // only where code is read
  runtime ??= readFile(grammarFile()).then((wasmBinary) => Parser.init({ wasmBinary }))
  await runtime
  const language = await Language.load(await readFile(grammarFile(grammar)))
  const parser = new Parser()
  parser.setLanguage(language)
  return { parser, language }
}
