/** Tests in JavaScript and TypeScript: node:test, vitest, jest, mocha, jasmine, ava, tape, tap, bun, Deno, QUnit. */
import { firstLine, type Scope } from './body.ts'
import { type Chain, chainOf } from './javascript-calls.ts'
import { javascriptDialect } from './javascript-dialect.ts'
import { nameIn } from './javascript-names.ts'
import { FUNCTIONS, javascriptScope } from './javascript-scope.ts'
import { all, part, type Syntax } from './syntax.ts'
import type { DeclaredTest, Reading } from './test-file.ts'

const TESTS = new Set(['test', 'it', 'specify', 'xit', 'xtest', 'xspecify', 'fit', 'ftest'])
const SUITES = new Set(['describe', 'context', 'suite', 'xdescribe', 'fdescribe', 'xcontext'])
/** What may stand between `test` and its name. */
const MODIFIERS =
  /^(?:each|for|only|skip|todo|fails|failing|fail|skipIf|runIf|concurrent|sequential|serial|shuffle|cb|extend)$/
const OFF = new Set(['skip', 'todo', 'failing', 'fails', 'fail', 'xit', 'xtest', 'xspecify'])
const SUITE_OFF = new Set(['skip', 'todo', 'xdescribe', 'xcontext'])
const ALONE = new Set(['only', 'fit', 'ftest', 'fdescribe'])

export function readJavaScript(root: Syntax, path: string): Reading {
  const scope = javascriptScope(root, path, (call) => testName(chainOf(call)) !== undefined)
  const tests: DeclaredTest[] = []
  const alone: string[] = []
  const dialect = javascriptDialect()
  for (const node of root.children)
    if (dialect.isSkip(node, scope)) alone.push(firstLine(node.text))
  visit(root, { suites: [], off: undefined })
  return { dialect, scope, tests, alone }

  function visit(node: Syntax, around: Pick<DeclaredTest, 'suites' | 'off'>): void {
    let inner = around
    if (node.type === 'call_expression') {
      const chain = chainOf(node)
      const name = testName(chain)
      if (isAlone(chain) && (name !== undefined || isSuite(chain))) alone.push(firstLine(node.text))
      if (name !== undefined) tests.push(testOf(chain, name, { node, around, scope }))
      else if (isSuite(chain)) inner = suiteOf(chain, node, around)
    }
    for (const child of node.children) visit(child, inner)
  }
}

/** Undefined if a call is no test. */
function testName({ names, calls, isCall }: Chain): string | undefined {
  const [first, ...further] = calls.at(-1) ?? []
  if (!isCall || first === undefined) return undefined
  const [root = '', ...modifiers] = names
  const isNamed = TESTS.has(root) && modifiers.every((name) => MODIFIERS.test(name))
  const isMethod = modifiers.length > 0 && root !== '' && /^(?:test|it)$/.test(names.at(-1) ?? '')
  const hasFunction = further.some((argument) => FUNCTIONS.has(argument.type))
  if (!isNamed && !(isMethod && (hasFunction || first.type === 'object'))) return undefined
  if (/^(?:each|for|extend|skipIf|runIf)$/.test(names.at(-1) ?? '') && calls.length < 2)
    return undefined
  if (isMethod && first.type === 'object') {
    const name = pairOf(first, 'name')
    return name === undefined ? undefined : nameIn(name)
  }
  return nameIn(first) ?? (hasFunction && !FUNCTIONS.has(first.type) ? `\${…}` : undefined)
}

function isSuite({ names, calls, isCall }: Chain): boolean {
  return isCall && SUITES.has(names[0] ?? '') && calls.length > 0
}

function suiteOf(
  { names, calls }: Chain,
  node: Syntax,
  around: Pick<DeclaredTest, 'suites' | 'off'>,
): Pick<DeclaredTest, 'suites' | 'off'> {
  const [first, second] = calls.at(-1) ?? []
  const title = first === undefined ? undefined : nameIn(first)
  const isOff =
    names.some((name) => SUITE_OFF.has(name)) || optionOff(second) || isNever(names, calls)
  return {
    suites: title === undefined ? around.suites : [...around.suites, title],
    off: around.off ?? (isOff ? firstLine(node.text) : undefined),
  }
}

interface Found {
  readonly node: Syntax
  readonly around: Pick<DeclaredTest, 'suites' | 'off'>
  readonly scope: Scope
}

function testOf(
  { names, calls }: Chain,
  name: string,
  { node, around, scope }: Found,
): DeclaredTest {
  const [first, ...further] = calls.at(-1) ?? []
  const parts = first?.type === 'object' ? [first] : further
  const isOff =
    parts.length === 0 ||
    names.some((part) => OFF.has(part)) ||
    parts.some(optionOff) ||
    isNever(names, calls)
  // A body that another module, or a call, brings.
  const isForeign = parts.length > 0 && !parts.some((argument) => all(argument).some(isBody(scope)))
  // A function that is given by its name is one of the file, or it is foreign.
  const bodies = parts.map(
    (argument) => (argument.type === 'identifier' && scope.helpers.get(argument.text)) || argument,
  )
  return {
    name,
    suites: around.suites,
    parts: [...calls.slice(0, -1).flat(), ...bodies],
    off: around.off ?? (isOff ? firstLine(node.text) : undefined),
    declared: isForeign ? 1 : 0,
  }
}

function isBody({ helpers }: Scope): (node: Syntax) => boolean {
  return ({ type, text }) => FUNCTIONS.has(type) || (type === 'identifier' && helpers.has(text))
}

/** `{ skip: true }`, `{ todo: 'later' }`: an option that is no condition. */
function optionOff(argument: Syntax | undefined): boolean {
  if (argument?.type !== 'object') return false
  return ['skip', 'todo'].some((name) => {
    const value = pairOf(argument, name)?.text
    return value !== undefined && /^(?:true|[1-9]\d*|['"`])/.test(value)
  })
}

/** `test.skipIf(true)`, `test.runIf(false)` */
function isNever(names: readonly string[], calls: Chain['calls']): boolean {
  const [condition] = calls[0] ?? []
  const value = calls.length > 1 ? condition?.text : undefined
  return (
    (names.includes('skipIf') && value === 'true') || (names.includes('runIf') && value === 'false')
  )
}

function isAlone({ names, calls }: Chain): boolean {
  const hasOption = (calls.at(-1) ?? []).some(
    (argument) => argument.type === 'object' && pairOf(argument, 'only')?.text === 'true',
  )
  return hasOption || names.some((name) => ALONE.has(name))
}

function pairOf(object: Syntax, key: string): Syntax | undefined {
  const found = object.children.find(
    (child) => child.type === 'pair' && part(child, 'key')?.text.replace(/['"]/g, '') === key,
  )
  return found && part(found, 'value')
}
