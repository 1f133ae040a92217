/** How bodies of tests in JavaScript and TypeScript are read. */
import type { Dialect, Scope } from './body.ts'
import { chainOf } from './javascript-calls.ts'
import { claimOf } from './javascript-claims.ts'
import { FUNCTIONS, NAMES } from './javascript-scope.ts'
import { all, part, type Syntax } from './syntax.ts'

/** One for each file: it remembers what it has judged. */
export function javascriptDialect(): Dialect {
  /** Parts of chains that were judged as a whole. */
  const inner = new WeakSet<Syntax>()
  const isCatching = (handler: Syntax, scope: Scope): boolean =>
    !all(handler).some(
      (node) => node.type === 'throw_statement' || judged(node, scope) !== undefined,
    )
  const judged = (node: Syntax, scope: Scope) =>
    /^(?:call|member)_expression$/.test(node.type) ? claimOf(chainOf(node), scope) : undefined
  return {
    branches: new Set([
      'if_statement',
      'else_clause',
      'for_statement',
      'for_in_statement',
      'while_statement',
      'switch_statement',
      'ternary_expression',
      'try_statement',
      'catch_clause',
    ]),
    blocks: new Set(['statement_block', 'program', 'switch_case']),
    functions: FUNCTIONS,
    isReturn: ({ type }) => type === 'return_statement' || type === 'throw_statement',
    isSkip: (node, { handles }) => {
      if (node.type !== 'expression_statement') return false
      const { names, isCall } = chainOf(node.children[0] ?? node)
      const [root = '', last = ''] = [names[0], names.at(-1)]
      const isHandle = handles.has(root) || root === 'this' || root === 'ctx' || root === 'context'
      if (isCall && isHandle && /^(?:skip|todo)$/.test(last)) return true
      return isCall && root === 'process' && last === 'exit'
    },
    assertion(node, scope) {
      if (node.type === 'throw_statement') return 'raise'
      if (node.type === 'comment') return /@ts-expect-error/.test(node.text) ? 'weak' : undefined
      if (node.type === 'expression_statement') return supportCall(node, scope)
      if (inner.has(node)) return undefined
      const claim = judged(node, scope) ?? givenHandle(node, scope)
      if (claim !== undefined)
        for (const piece of chainOf(node).nodes) if (piece !== node) inner.add(piece)
      return claim
    },
    helpersOf(node, { helpers }) {
      if (node.type !== 'call_expression') return []
      const { names, calls } = chainOf(node)
      const given = (calls.at(-1) ?? []).filter(({ type }) => NAMES.has(type))
      const last = given.map(({ text }) => text.slice(text.lastIndexOf('.') + 1))
      return [names.at(-1) ?? '', ...last].filter((name) => helpers.has(name))
    },
    swallowed(node, scope) {
      if (node.type === 'try_statement') {
        const handler = part(node, 'handler')
        return handler !== undefined && isCatching(handler, scope) ? part(node, 'body') : undefined
      }
      return undefined
    },
    isDead: (node) =>
      node.type === 'if_statement' && /^\((?:false|0)\)$/.test(part(node, 'condition')?.text ?? ''),
  }
}

/** `app.on('ready', done)`: whoever gets the handle of a test decides about it. */
function givenHandle(node: Syntax, { handles, helpers }: Scope): 'weak' | undefined {
  if (node.type !== 'call_expression') return undefined
  const { names, calls } = chainOf(node)
  const isGiven = (calls.at(-1) ?? []).some(({ text }) => handles.has(text))
  return isGiven && !helpers.has(names.at(-1) ?? '') ? 'weak' : undefined
}

/** A function of the tests' own modules that is called for its effect: it may well assert. */
function supportCall(node: Syntax, { imported }: Scope): 'strong' | undefined {
  const { names, isCall } = chainOf(node.children[0] ?? node)
  return isCall && imported.get(names[0] ?? '')?.isSupport === true && names.length < 3
    ? 'strong'
    : undefined
}
