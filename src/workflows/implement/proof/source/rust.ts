/** Tests in Rust: `#[test]` and its kin, `#[should_panic]`, `rstest`, `proptest!`. */
import type { Dialect, Origin, Scope } from './body.ts'
import { type Claim, equality, truth } from './claims.ts'
import { all, part, type Syntax } from './syntax.ts'
import type { DeclaredTest, Reading } from './test-file.ts'

/** `#[test]`, `#[tokio::test]`, `#[sqlx::test]`, `#[wasm_bindgen_test]`, `#[rstest]`, `#[test_case(1)]` … */
const TEST = /^(?:\w+::)*(?:test|\w+_test|rstest|test_case|quickcheck|test_log|parameterized)\b/
const TABLE = /^(?:\w+::)*(?:test_case|case|rstest|parameterized)\b/
const NEVER_BUILT = /^cfg\((?:any\(\)|not\(test\))\)/
const SAYS_SO = /^_*(?:debug_|prop_)?(?:assert|check|verify|expect|ensure|must|should)/
const UNWRAPS = /^(?:unwrap|expect)$/
const UNWRAPS_ERROR = /^(?:unwrap_err|expect_err)$/

export function readRust(root: Syntax): Reading {
  const tests: DeclaredTest[] = []
  visit(root)
  return { dialect, scope: scopeOf(root), tests, alone: [] }

  function visit(node: Syntax): void {
    let attributes: string[] = []
    for (const child of node.children) {
      if (child.type === 'attribute_item') {
        attributes.push(...child.children.map(({ text }) => text))
        continue
      }
      if (/comment/.test(child.type)) continue
      if (child.type === 'function_item') tests.push(...testOf(child, attributes))
      else if (child.type === 'macro_invocation') tests.push(...testsInMacro(child))
      else visit(child)
      attributes = []
    }
  }
}

function testOf(node: Syntax, attributes: readonly string[]): DeclaredTest[] {
  if (!attributes.some((text) => TEST.test(text))) return []
  const name = part(node, 'name')?.text ?? ''
  const isTable = attributes.some((text) => TABLE.test(text) && text.includes('('))
  const off = attributes.find((text) => /^ignore\b/.test(text) || NEVER_BUILT.test(text))
  const body = part(node, 'body')
  const [first] = (body?.children ?? []).filter(({ type }) => !/comment/.test(type))
  const isOwnPanic = /^(?:panic|unreachable|todo)!/.test(first?.text ?? '')
  const isExpected = attributes.some((text) => /^should_panic\b/.test(text)) && first !== undefined
  return [
    {
      name: isTable ? `${name}::\${…}` : name,
      suites: attributes.filter((text) => TABLE.test(text)),
      parts: isExpected ? withoutFailures(body) : [node],
      off: off && `#[${off}]`,
      declared: isExpected && !isOwnPanic ? 1 : 0,
    },
  ]
}

/** What panics in a test that is to panic is no failure. */
function withoutFailures(body: Syntax | undefined): Syntax[] {
  return (body?.children ?? []).filter(({ text }) => !/^(?:panic|unreachable|todo)!/.test(text))
}

/** `proptest! { #[test] fn … }`: a macro's content is no syntax. */
function testsInMacro(macro: Syntax): DeclaredTest[] {
  const found = [...macro.text.matchAll(/#\[test\]\s*fn (\w+)/g)]
  return found.map(({ index, 1: name = '' }, at) => {
    const text = macro.text.slice(index, found[at + 1]?.index)
    const content = { type: 'macro_content', field: '', text, children: [] }
    return { name, suites: [], parts: [content], off: undefined, declared: 0 }
  })
}

const dialect: Dialect = {
  branches: new Set([
    'if_expression',
    'match_expression',
    'match_arm',
    'for_expression',
    'while_expression',
    'loop_expression',
    'else_clause',
    'let_else',
  ]),
  blocks: new Set(['block']),
  functions: new Set(['function_item', 'closure_expression']),
  isReturn: ({ type, children }) =>
    type === 'return_expression' ||
    (type === 'expression_statement' && children[0]?.type === 'return_expression'),
  isSkip: ({ type, text }) =>
    type === 'expression_statement' && /^(?:std::)?process::exit\(/.test(text),
  assertion(node, { helpers }) {
    if (node.type === 'macro_content') return /assert\w*!/.test(node.text) ? 'strong' : undefined
    if (node.type === 'macro_invocation') return macroClaim(node, helpers)
    // `?` and `unwrap` fail on an error, and ask for nothing else.
    if (node.type === 'try_expression') return 'weak'
    if (node.type !== 'call_expression') return undefined
    const last = /(\w*)$/.exec(part(node, 'function')?.text ?? '')?.[1] ?? ''
    if (helpers.has(last)) return undefined
    if (UNWRAPS.test(last)) return 'weak'
    return UNWRAPS_ERROR.test(last) || SAYS_SO.test(last) ? 'strong' : undefined
  },
  helpersOf(node, { helpers }) {
    const name =
      node.type === 'call_expression'
        ? /(\w*)$/.exec(part(node, 'function')?.text ?? '')?.[1]
        : node.type === 'macro_invocation'
          ? `${part(node, 'macro')?.text}!`
          : undefined
    return name !== undefined && helpers.has(name) ? [name] : []
  },
  swallowed: () => undefined,
  isDead: (node) => node.type === 'if_expression' && part(node, 'condition')?.text === 'false',
}

function macroClaim(node: Syntax, helpers: Scope['helpers']): Claim | 'raise' | undefined {
  const name = part(node, 'macro')?.text.replace(/^.*::/, '') ?? ''
  if (helpers.has(`${name}!`)) return undefined
  if (/^(?:panic|unreachable|todo|unimplemented)$/.test(name)) return 'never'
  const content = node.text.slice(node.text.search(/[([{]/) + 1, -1)
  if (!SAYS_SO.test(name)) return /assert\w*!/.test(content) ? 'strong' : undefined
  const [first = '', second] = operands(content)
  if (/assert_eq$/.test(name) && second !== undefined) return equality(first, second)
  return /assert$/.test(name) ? truth(first) : 'strong'
}

/** Split at the commas that are not within brackets. */
function operands(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (character !== ',' || depth > 0) continue
    found.push(text.slice(from, at))
    from = at + 1
  }
  return [...found, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

function scopeOf(root: Syntax): Scope {
  const helpers = new Map<string, Syntax>()
  for (const node of all(root)) {
    const name = part(node, 'name')?.text ?? ''
    if (node.type === 'function_item') helpers.set(name, node)
    if (node.type === 'macro_definition')
      helpers.set(`${name}!`, { ...node, type: 'macro_content', children: [] })
  }
  const imported = new Map<string, Origin>()
  return { helpers, read: new Map(), handles: new Set(), imported }
}
