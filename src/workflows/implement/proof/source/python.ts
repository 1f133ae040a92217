/** Tests in Python: pytest and unittest. */
import { posix } from 'node:path'
import { firstLine, type Origin, type Scope } from './body.ts'
import { originOf } from './origin.ts'
import { argumentsOf, pythonDialect as dialect, lastName, SAYS_SO } from './python-dialect.ts'
import { all, part, type Syntax } from './syntax.ts'
import type { DeclaredTest, Reading } from './test-file.ts'

const OFF = new Set(['skip', 'xfail', 'expectedFailure'])
const CONDITIONS = new Set(['skipif', 'skipIf', 'skipUnless', 'xfail'])

export function readPython(root: Syntax, path: string): Reading {
  const tests: DeclaredTest[] = []
  const marked = root.children.find((node) => /^pytestmark\b/.test(node.text))
  visit(root, { suites: [], off: marked && offBy(part(marked.children[0] ?? marked, 'right')) })
  return { dialect, scope: scopeOf(root, path), tests, alone: exitsIn(root) }

  function visit(node: Syntax, around: Pick<DeclaredTest, 'suites' | 'off'>): void {
    for (const child of node.children) {
      const marks = child.type === 'decorated_definition' ? child.children.filter(isDecorator) : []
      const definition = part(child, 'definition') ?? child
      const name = part(definition, 'name')?.text ?? ''
      const off = around.off ?? marks.map((mark) => offBy(mark.children[0])).find((by) => by)
      if (definition.type === 'class_definition')
        visit(part(definition, 'body') ?? definition, { suites: [...around.suites, name], off })
      else if (definition.type === 'function_definition') {
        if (/^test/i.test(name) && name !== 'test_main' && !marks.some(isFixture))
          tests.push({
            name,
            suites: around.suites,
            parts: [...marks, definition],
            off,
            declared: 0,
          })
      } else if (/^(?:if|try|with|else|elif|except|finally)_|^block$/.test(child.type))
        visit(child, around)
    }
  }
}

function isDecorator({ type }: Syntax): boolean {
  return type === 'decorator'
}

function isFixture({ text }: Syntax): boolean {
  return /^@(?:\w+\.)*fixture\b/.test(text)
}

/** The text of a mark that switches tests off in every case; a condition does not. */
function offBy(mark: Syntax | undefined): string | undefined {
  if (mark === undefined) return undefined
  if (mark.type === 'list' || mark.type === 'tuple')
    return mark.children.map(offBy).find((by) => by !== undefined)
  const last = lastName(mark.type === 'call' ? part(mark, 'function') : mark)
  const [first] = mark.type === 'call' ? argumentsOf(mark) : []
  const isCondition = first !== undefined && !/string/.test(first.type) && CONDITIONS.has(last)
  if (isCondition) {
    const isConstant = /^(?:True|1)$/.test(first.text)
    const isOff = last === 'skipUnless' ? /^(?:False|0|None)$/.test(first.text) : isConstant
    return isOff ? firstLine(mark.text) : undefined
  }
  return OFF.has(last) ? firstLine(mark.text) : undefined
}

/** A module that ends the process when it is loaded runs no test. */
function exitsIn(root: Syntax): string[] {
  return root.children
    .filter((node) => dialect.isSkip(node, NO_SCOPE))
    .map(({ text }) => firstLine(text))
}

const NO_SCOPE: Scope = {
  helpers: new Map(),
  read: new Map(),
  handles: new Set(),
  imported: new Map(),
}

const PLAIN_BASES = /^(?:object|(?:unittest\.)?(?:IsolatedAsyncio)?TestCase|\w+=.*)$/

function scopeOf(root: Syntax, path: string): Scope {
  const helpers = new Map<string, Syntax>()
  const handles = new Set(['self', 'cls'])
  const imported = new Map<string, Origin>()
  const classes = new Set<string>()
  const bases: string[] = []
  for (const node of all(root)) {
    const name = part(node, 'name')?.text ?? ''
    if (node.type === 'function_definition') helpers.set(name, node)
    if (node.type === 'assignment' && SAYS_SO.test(lastName(part(node, 'right'))))
      imported.set(part(node, 'left')?.text ?? '', { isSupport: false, isAssertion: true })
    if (node.type === 'class_definition') {
      classes.add(name)
      helpers.set(name, node)
      bases.push(...(part(node, 'superclasses')?.children ?? []).map(({ text }) => text))
    }
    for (const [local, module] of importsIn(node, path)) imported.set(local, originOf(module))
  }
  if (bases.some((base) => !PLAIN_BASES.test(base) && !classes.has(base))) handles.add('inherited')
  return { helpers, read: new Map(), handles, imported }
}

/** Local names with the modules that they come from. */
function importsIn(node: Syntax, path: string): [string, string][] {
  if (node.type !== 'import_statement' && node.type !== 'import_from_statement') return []
  const module = part(node, 'module_name')?.text
  const names = node.children
    .filter(({ field }) => field === 'name')
    .map((name) => part(name, 'alias')?.text ?? name.text)
  return names.map((name) => [rootOf(name), moduleOf(module ?? name, path)])
}

function rootOf(name: string): string {
  return name.split('.', 1).join()
}

function moduleOf(module: string, path: string): string {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0
  const names = module.slice(dots).replaceAll('.', '/')
  const up = '../'.repeat(Math.max(0, dots - 1))
  if (dots > 0) return `./${posix.join(posix.dirname(path), up, names)}`
  return /^tests?\b|conftest/.test(names) ? `./${names}/` : names
}
