/** How bodies of tests in Python are read, and what their assertions claim. */
import type { Dialect, Scope } from './body.ts'
import { type Claim, equality, presence, truth } from './claims.ts'
import { all, part, type Syntax } from './syntax.ts'

export const SAYS_SO = /^_*(?:assert|expect|should|raises|warns|deprecated_call|eq_|ok_)/i
const MAY_SAY_SO = /^_*(?:verify|ensure|check|must|fail)/i
const EQUAL = /^assert_?(?:equals?|is|list_?equal|dict_?equal|\w+equal)$/i
const TRUE = /^(?:assert_?(?:true|)|ok)_?$/i
const FAILS = /^fail$/

/** Positional ones. */
export function argumentsOf(call: Syntax): Syntax[] {
  const given = part(call, 'arguments')?.children ?? []
  return given.filter(({ type }) => type !== 'keyword_argument' && type !== 'comment')
}

export function lastName(node: Syntax | undefined): string {
  return /(\w*)$/.exec(node?.text ?? '')?.[1] ?? ''
}

function isName({ type }: Syntax): boolean {
  return type === 'identifier' || type === 'attribute'
}

function rootName(node: Syntax | undefined): string {
  return /^\w*/.exec(node?.text ?? '')?.[0] ?? ''
}

const BROAD = /^$|\b(?:Exception|BaseException|AssertionError)\b/

export const pythonDialect: Dialect = {
  branches: new Set([
    'if_statement',
    'elif_clause',
    'else_clause',
    'for_statement',
    'while_statement',
    'match_statement',
    'try_statement',
    'except_clause',
    'with_statement',
    'conditional_expression',
  ]),
  blocks: new Set(['block', 'module']),
  functions: new Set(['function_definition', 'lambda']),
  isReturn: ({ type }) => /^(?:return|raise)_statement$/.test(type),
  isSkip(node) {
    if (node.type === 'raise_statement') return /\bSkipTest\b/.test(node.text)
    const call = node.type === 'expression_statement' ? node.children[0] : undefined
    const callee = call?.type === 'call' ? part(call, 'function')?.text : undefined
    return /^(?:pytest\.(?:skip|xfail|exit)|self\.skipTest|(?:sys|os)\._?exit|exit|quit)$/.test(
      callee ?? '',
    )
  },
  assertion(node, scope) {
    if (node.type === 'assert_statement') {
      const [condition] = node.children
      return condition?.type === 'tuple' ? 'always' : truth(condition?.text ?? '')
    }
    if (node.type === 'raise_statement') return /\bSkipTest\b/.test(node.text) ? undefined : 'raise'
    if (node.type === 'expression_statement') return supportCall(node, scope)
    return node.type === 'call' ? callClaim(node, scope) : undefined
  },
  helpersOf(node, { helpers }) {
    // A fixture that a test asks for by a parameter.
    const names =
      node.type === 'call'
        ? [part(node, 'function'), ...argumentsOf(node).filter(isName)].map(lastName)
        : node.type === 'function_definition'
          ? (part(node, 'parameters')?.children ?? []).map(({ text }) => text)
          : []
    return names.filter((name) => helpers.has(name))
  },
  swallowed(node, scope) {
    if (node.type !== 'try_statement') return undefined
    const clauses = node.children.filter(({ type }) => type === 'except_clause')
    const isLost = clauses.some((clause) => {
      const block = clause.children.find(({ type }) => type === 'block')
      const caught = clause.children.filter((child) => child !== block && child.type !== 'comment')
      const isBroad = BROAD.test(caught.map(({ text }) => text).join())
      return isBroad && block !== undefined && !all(block).some((one) => reports(one, scope))
    })
    return isLost ? part(node, 'body') : undefined
  },
  isDead: (node) =>
    node.type === 'if_statement' && /^(?:False|0)$/.test(part(node, 'condition')?.text ?? ''),
}

function reports(node: Syntax, scope: Scope): boolean {
  return (
    pythonDialect.assertion(node, scope) !== undefined ||
    pythonDialect.helpersOf(node, scope).length > 0
  )
}

function callClaim(call: Syntax, { helpers, imported, handles }: Scope): Claim | undefined {
  const callee = part(call, 'function')
  const [root, last] = [rootName(callee), lastName(callee)]
  if (helpers.has(last)) return undefined
  const isNamed = SAYS_SO.test(last) || imported.get(root)?.isAssertion === true
  const isForeign = imported.get(root)?.isSupport === false && root !== 'pytest'
  const isLikely = MAY_SAY_SO.test(last) && !isForeign
  // A method of a class whose base is elsewhere.
  const isInherited = handles.has(root) && callee?.type === 'attribute' && handles.has('inherited')
  const isGiven = argumentsOf(call).some(({ text }) => text === 'self')
  if (!isNamed && !isLikely && !isInherited && !isGiven) return undefined
  const [first = '', second] = argumentsOf(call).map(({ text }) => text)
  if (FAILS.test(last)) return 'never'
  if (TRUE.test(last)) return truth(first)
  if (EQUAL.test(last) && second !== undefined) return equality(first, second)
  return /^assert_?is_?not_?none$/i.test(last) ? presence(first) : 'strong'
}

/** A function of the tests' own modules that is called for its effect: it may well assert. */
function supportCall(node: Syntax, { imported, helpers }: Scope): Claim | undefined {
  const [child] = node.children
  const call = child?.type === 'await' ? child.children[0] : child
  if (call?.type !== 'call') return undefined
  const callee = part(call, 'function')
  if (helpers.has(lastName(callee))) return undefined
  return imported.get(rootName(callee))?.isSupport === true ? 'strong' : undefined
}
