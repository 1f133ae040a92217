/** Source code as plain syntax trees, by tree-sitter. Grammars are loaded when the first file of their language is read. */
import { readFile } from 'node:fs/promises'
import type { Parser, TreeCursor } from 'web-tree-sitter'

export interface Syntax {
  readonly type: string
  /** Its part in the node above, such as `body`; empty if it has none. */
  readonly field: string
  readonly text: string
  /** Named nodes, and operators. */
  readonly children: readonly Syntax[]
}

/** By the end of a path. */
const GRAMMARS: Readonly<Record<string, string>> = {
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  cts: 'typescript',
  mts: 'typescript',
  tsx: 'tsx',
  py: 'python',
  go: 'go',
  rs: 'rust',
}

/** Beyond this a file is generated, or hostile. */
const MOST_TEXT = 1_000_000
const MOST_DEPTH = 400

/** The parser reports so often before it is stopped: some texts would take it minutes. */
const MOST_REPORTS = 20_000

const parsers = new Map<string, Promise<Parser>>()

/** Undefined for a language without a grammar, and for a text that cannot be read with a reasonable effort. */
export async function parse(path: string, text: string): Promise<Syntax | undefined> {
  const grammar = GRAMMARS[path.slice(path.lastIndexOf('.') + 1)]
  if (grammar === undefined || text.length > MOST_TEXT) return undefined
  const parser = await parserOf(grammar)
  let reports = 0
  const tree = parser.parse(text, null, { progressCallback: () => ++reports > MOST_REPORTS })
  if (tree === null) {
    parser.reset()
    return undefined
  }
  const cursor = tree.walk()
  try {
    return plainTree(cursor, text)
  } finally {
    cursor.delete()
    tree.delete()
  }
}

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar)
  if (known !== undefined) return known
  const loading = loadParser(grammar)
  parsers.set(grammar, loading)
  return loading
}

let runtime: Promise<void> | undefined

async function loadParser(grammar: string): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter')
  const { grammarFile } = await import('../../../../context/index/grammar-files.ts')
  runtime ??= readFile(grammarFile()).then((wasmBinary) => Parser.init({ wasmBinary }))
  await runtime
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readFile(grammarFile(grammar))))
  return parser
}

interface Open extends Syntax {
  readonly children: Syntax[]
}

/** Without recursion; what is nested deeper than anybody writes is left out. */
function plainTree(cursor: TreeCursor, text: string): Syntax {
  const nodeAt = (): Open => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? '',
    text: text.slice(cursor.startIndex, cursor.endIndex),
    children: [],
  })
  const root = nodeAt()
  const open = [root]
  let isDown = cursor.gotoFirstChild()
  while (open.length > 0) {
    if (isDown) {
      const node = nodeAt()
      if (cursor.nodeIsNamed || node.field !== '') open.at(-1)?.children.push(node)
      isDown = open.length < MOST_DEPTH && cursor.gotoFirstChild()
      if (isDown) open.push(node)
      else isDown = cursor.gotoNextSibling()
    } else {
      cursor.gotoParent()
      open.pop()
      isDown = open.length > 0 && cursor.gotoNextSibling()
    }
  }
  return root
}

/** The first child with this part in its node. */
export function part({ children }: Syntax, field: string): Syntax | undefined {
  return children.find((child) => child.field === field)
}

/** The node and all below it, in the order of the text. */
export function all(node: Syntax): Syntax[] {
  const found: Syntax[] = []
  const open = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next)
    for (let at = next.children.length - 1; at >= 0; at--) open.push(next.children[at] as Syntax)
  }
  return found
}
