/** Source code as plain syntax trees. */
import type { TreeCursor } from 'web-tree-sitter'
import { parseTree } from '../../../../syntax/parse-tree.ts'

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

/** Undefined for a language without a grammar, and for a text that cannot be read with a reasonable effort. */
export async function parse(path: string, text: string): Promise<Syntax | undefined> {
  const grammar = GRAMMARS[path.slice(path.lastIndexOf('.') + 1)]
  if (grammar === undefined || text.length > MOST_TEXT) return undefined
  return parseTree(text, grammar, (tree) => {
    const cursor = tree.walk()
    try {
      return plainTree(cursor, text)
    } finally {
      cursor.delete()
    }
  })
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
