/** What a file in JavaScript or TypeScript has beside its tests: functions, imports, names of assertions. */
import { posix } from 'node:path'
import type { Origin, Scope } from './body.ts'
import { chainOf } from './javascript-calls.ts'
import { nameIn } from './javascript-names.ts'
import { originOf } from './origin.ts'
import { all, part, type Syntax } from './syntax.ts'

export const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function_declaration',
  'generator_function',
  'generator_function_declaration',
  'method_definition',
])
export const NAMES = new Set(['identifier', 'member_expression'])

export function javascriptScope(
  root: Syntax,
  path: string,
  isTest: (call: Syntax) => boolean,
): Scope {
  const helpers = new Map<string, Syntax>()
  const handles = new Set(['t'])
  const imported = new Map<string, Origin>()
  for (const node of all(root)) {
    const name = part(node, 'name')?.text ?? part(node, 'key')?.text
    const value = part(node, 'value')
    if (name !== undefined && FUNCTIONS.has(node.type)) helpers.set(name, node)
    if (name !== undefined && value !== undefined && FUNCTIONS.has(value.type))
      helpers.set(name, value)
    if (node.type === 'call_expression' && isTest(node))
      for (const handle of handlesOf(node)) handles.add(handle)
    for (const [local, module] of importsIn(node))
      imported.set(local, originOf(module.startsWith('.') ? resolved(path, module) : module))
    for (const alias of aliasesIn(node))
      imported.set(alias, { isSupport: false, isAssertion: true })
  }
  return { helpers, read: new Map(), handles, imported }
}

function resolved(path: string, module: string): string {
  return `./${posix.join(posix.dirname(path), module)}`
}

/** The first parameter of a test's function. */
function handlesOf(call: Syntax): string[] {
  return (part(call, 'arguments')?.children ?? []).flatMap((argument) => {
    if (!FUNCTIONS.has(argument.type)) return []
    const [first] = (part(argument, 'parameters') ?? argument).children
    const name = first?.type === 'required_parameter' ? part(first, 'pattern') : first
    return name?.type === 'identifier' ? [name.text] : []
  })
}

/** Local names with the modules that they come from. */
function importsIn(node: Syntax): [string, string][] {
  const source = node.type === 'import_statement' ? part(node, 'source') : requiredBy(node)
  if (source === undefined) return []
  const module = nameIn(source) ?? ''
  const declared = node.type === 'import_statement' ? node : part(node, 'name')
  return all(declared ?? node)
    .filter(({ type }) => /identifier/.test(type))
    .map(({ text }) => [text, module])
}

/** `const { equal } = assert`, `const is = t.deepEqual`: other names for assertions. */
function aliasesIn(node: Syntax): string[] {
  const [name, value] = [part(node, 'name'), part(node, 'value')]
  if (node.type !== 'variable_declarator' || name === undefined || !NAMES.has(value?.type ?? ''))
    return []
  if (!/(?:^|\.)(?:assert|expect)/.test(value?.text ?? '')) return []
  return all(name)
    .filter(({ type }) => /identifier/.test(type))
    .map(({ text }) => text)
}

function requiredBy(node: Syntax): Syntax | undefined {
  if (node.type !== 'variable_declarator') return undefined
  const value = part(node, 'value')
  const { names, calls } = value === undefined ? { names: [], calls: [] } : chainOf(value)
  return names[0] === 'require' ? calls[0]?.[0] : undefined
}
