/** Calls in JavaScript as a chain of names: `expect(a).not.toBe(b)` is `expect`, `not`, `toBe`. */
import { part, type Syntax } from './syntax.ts'

export interface Chain {
  /** The first one is a variable, or empty if the chain begins with another value. */
  readonly names: readonly string[]
  /** Arguments of each call in it, in order. */
  readonly calls: readonly (readonly Syntax[])[]
  /** The nodes that it consists of. */
  readonly nodes: readonly Syntax[]
  /** Whether it ends with a call. */
  readonly isCall: boolean
}

const TRANSPARENT = new Set([
  'await_expression',
  'parenthesized_expression',
  'non_null_expression',
  'as_expression',
  'satisfies_expression',
  'instantiation_expression',
])

export function chainOf(node: Syntax): Chain {
  const inner = innerOf(node)
  if (inner === undefined) {
    const isName = node.type === 'identifier' || node.type === 'this'
    return { names: [isName ? node.text : ''], calls: [], nodes: [node], isCall: false }
  }
  const { names, calls, nodes } = chainOf(inner)
  const property = node.type === 'member_expression' ? [part(node, 'property')?.text ?? ''] : []
  const isCall = node.type === 'call_expression'
  const given = part(node, 'arguments')
  return {
    names: [...names, ...property],
    calls: isCall ? [...calls, given?.type === 'arguments' ? argumentsOf(given) : []] : calls,
    nodes: [...nodes, node],
    isCall,
  }
}

function innerOf(node: Syntax): Syntax | undefined {
  if (node.type === 'call_expression') return part(node, 'function')
  if (node.type === 'member_expression') return part(node, 'object')
  return TRANSPARENT.has(node.type) ? node.children[0] : undefined
}

function argumentsOf({ children }: Syntax): Syntax[] {
  return children.filter(({ type }) => type !== 'comment')
}
