/** Tests in Go: `testing`, tables and subtests, testify with its suites, examples with an output. */
import type { Dialect, Origin, Scope } from './body.ts'
import { type Claim, equality, presence, truth } from './claims.ts'
import { all, part, type Syntax } from './syntax.ts'
import type { DeclaredTest, Reading } from './test-file.ts'

const TEST = /^(?:Test|Fuzz)(?![a-z])/
const HANDLE = /\btesting\.(?:TB|[TBF])\b/
const REPORTS = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/
const SAYS_SO = /^(?:assert|expect|require|must|should|verify|check|ensure|fail)/i
/** Of a suite: no assertions. */
const OF_SUITES =
  /^(?:T|Run|SetT|SetS|Require|Assert|Suite|Logf?|Parallel|Helper|Name|Cleanup|TempDir|Setenv|Context)$/
const EQUAL = /^(?:Exactly|Equal|Equalf|EqualValues|Same|Is)$/
const TRUE = /^(?:True|Truef|OK)$/
const PRESENT = /^(?:NotNil|NotNilf|NotEmpty)$/

export function readGo(root: Syntax): Reading {
  const scope = scopeOf(root)
  const tests = root.children.flatMap((node) => testsOf(node))
  const tag = root.children.find(({ text }) => /^\/\/go:build ignore\b/.test(text))
  return { dialect, scope, tests, alone: tag === undefined ? [] : [tag.text] }
}

function testsOf(node: Syntax): DeclaredTest[] {
  const name = part(node, 'name')?.text ?? ''
  const test = { name, suites: [], parts: [node], off: undefined, declared: 0 }
  if (node.type === 'method_declaration') return TEST.test(name) ? [test] : []
  if (node.type !== 'function_declaration') return []
  if (TEST.test(name))
    return /\btesting\.M\b/.test(part(node, 'parameters')?.text ?? '') ? [] : [test]
  const hasOutput = /\/\/ *(?:unordered )?output:/i.test(node.text)
  return /^Example(?![a-z])/.test(name) && hasOutput ? [{ ...test, declared: 1 }] : []
}

interface Callee {
  readonly root: string
  readonly last: string
  readonly isPlain: boolean
}

function calleeOf(call: Syntax): Callee {
  const callee = part(call, 'function')
  const text = callee?.text ?? ''
  return {
    root: /^\w*/.exec(text)?.[0] ?? '',
    last: /(\w*)$/.exec(text)?.[1] ?? '',
    isPlain: callee?.type === 'identifier',
  }
}

function argumentsOf(call: Syntax): Syntax[] {
  return (part(call, 'arguments')?.children ?? []).filter(({ type }) => type !== 'comment')
}

const dialect: Dialect = {
  branches: new Set([
    'if_statement',
    'for_statement',
    'expression_switch_statement',
    'type_switch_statement',
    'select_statement',
    'defer_statement',
    'go_statement',
  ]),
  blocks: new Set(['block', 'statement_list', 'expression_case', 'default_case']),
  functions: new Set(['func_literal', 'function_declaration', 'method_declaration']),
  isReturn: ({ type }) => type === 'return_statement',
  isSkip(node, { handles }) {
    const call = node.type === 'expression_statement' ? node.children[0] : undefined
    if (call?.type !== 'call_expression') return false
    const { root, last } = calleeOf(call)
    return (
      (handles.has(root) && /^Skip(?:f|Now)?$/.test(last)) || (root === 'os' && last === 'Exit')
    )
  },
  assertion(node, scope) {
    if (node.type !== 'call_expression') return undefined
    const { root, last, isPlain } = calleeOf(node)
    if (isPlain && root === 'panic') return 'raise'
    if (scope.handles.has(root) && REPORTS.test(last)) return 'never'
    return claimOf(node, scope)
  },
  helpersOf(node, { helpers }) {
    if (node.type !== 'call_expression') return []
    const { last } = calleeOf(node)
    const given = argumentsOf(node).filter(({ type }) =>
      /^(?:identifier|selector_expression)$/.test(type),
    )
    const names = given.map(({ text }) => text.slice(text.lastIndexOf('.') + 1))
    return [last, ...names].filter((name) => helpers.has(name))
  },
  // A panic is a failure, whoever recovers from it.
  swallowed: () => undefined,
  isDead: (node) => {
    const condition = node.type === 'if_statement' ? part(node, 'condition')?.text : undefined
    const [, left, right] = /^(.+?) != (.+)$/.exec(condition ?? '') ?? []
    return condition === 'false' || (left !== undefined && left === right)
  },
}

function claimOf(call: Syntax, { helpers, handles }: Scope): Claim | undefined {
  const { root, last } = calleeOf(call)
  if (helpers.has(last)) return undefined
  const given = argumentsOf(call).map(({ text }) => text)
  const isGiven = given.some((text) => handles.has(text))
  const isOfSuite = handles.has(root) && root !== 't' && !OF_SUITES.test(last)
  const isNamed = SAYS_SO.test(root) || SAYS_SO.test(last)
  if (!isGiven && !isOfSuite && !isNamed) return undefined
  if (/^(?:New|NewWithT|T|Helper|Cleanup)$/.test(last)) return undefined
  const [first = '', second] = given.filter((text) => !handles.has(text))
  if (/^Fail(?:Now|f)?$/.test(last)) return 'never'
  if (TRUE.test(last)) return truth(first)
  if (EQUAL.test(last) && second !== undefined) return equality(first, second)
  return PRESENT.test(last) ? presence(first) : 'strong'
}

function scopeOf(root: Syntax): Scope {
  const helpers = new Map<string, Syntax>()
  const handles = new Set(['t'])
  for (const node of all(root)) {
    const name = part(node, 'name')?.text ?? ''
    if (/^(?:function|method)_declaration$/.test(node.type) && !TEST.test(name))
      helpers.set(name, node)
    if (node.type === 'parameter_declaration' && HANDLE.test(part(node, 'type')?.text ?? ''))
      handles.add(name)
    if (node.type === 'method_declaration' && TEST.test(name)) {
      const [receiver] = part(node, 'receiver')?.children ?? []
      if (receiver !== undefined) handles.add(part(receiver, 'name')?.text ?? '')
    }
  }
  const imported = new Map<string, Origin>()
  return { helpers, read: new Map(), handles, imported }
}
