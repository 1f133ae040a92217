/** What a node of a syntax tree defines, if anything. */
import type { Node, TreeCursor } from 'web-tree-sitter'
import type { CodeLanguage } from './code-languages.ts'
import type { FileSymbol, SymbolKind } from './file-index.ts'

const MOST_SIGNATURE = 200
const MOST_VALUE = 80
/** Functions within functions count from this many lines on. */
const NESTED_LINES = 4
/** These belong to their only definition, whatever else is in them. */
const ALWAYS_AROUND =
  /^(decorated_definition|export_statement|template_declaration|ambient_declaration|expression_statement)$/
const PYTHON_EXPORTS = '__all__'
const FUNCTION_VALUE =
  /^(arrow_function|function_expression|function|generator_function|class|lambda)$/

export interface DefinitionSite {
  readonly text: string
  readonly language: CodeLanguage
  /** Undefined: a value, which may be a constant. */
  readonly kind: SymbolKind | undefined
  /** Of a test. */
  readonly title: string | undefined
  /** The nearest symbol around it. */
  readonly around: SymbolKind | undefined
  readonly isInFunction: boolean
}

export function definitionOf(
  node: Node,
  site: DefinitionSite,
): Omit<FileSymbol, 'depth'> | undefined {
  const named =
    site.title === undefined ? namedOf(node, site) : { kind: 'test' as const, name: site.title }
  if (named === undefined) return undefined
  const outer = outerOf(node, site.language)
  const { row, column } = node.endPosition
  return {
    kind: named.kind,
    name: named.name.slice(0, 120),
    signature: signatureOf(node, outer, { ...site, name: named.name }),
    doc: docstringOf(node),
    from: outer.startPosition.row + 1,
    to: Math.max(column === 0 ? row : row + 1, outer.startPosition.row + 1),
  }
}

interface Named {
  readonly kind: SymbolKind
  readonly name: string
}

function namedOf(node: Node, site: DefinitionSite): Named | undefined {
  const { kind, around, isInFunction } = site
  if (kind === undefined) return namedValue(node, site)
  const name = nameOf(node)
  if (name === undefined || name === '') return undefined
  const isMember = around === 'class' || around === 'type'
  switch (node.type) {
    case 'pair':
    case 'public_field_definition':
    case 'field_definition':
      return isFunctionValue(node, 'value') && linesOf(node) >= 2
        ? { kind: 'method', name }
        : undefined
    case 'class_specifier':
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      return node.childForFieldName('body') === null ? undefined : { kind, name }
    case 'declaration':
    case 'field_declaration':
      return isInFunction || !hasFunctionDeclarator(node) ? undefined : { kind, name }
    case 'rule_set':
      return { kind, name: oneLine(name) }
    default:
      // In C++ a macro may look like a function.
      if (isInFunction && site.language.grammar === 'cpp' && /^[A-Z0-9_]+$/.test(name))
        return undefined
      return { kind: kind === 'function' && isMember ? 'method' : kind, name }
  }
}

function namedValue(node: Node, { isInFunction, around, text }: DefinitionSite): Named | undefined {
  const first = node.type === 'const_element' ? node.firstNamedChild : null
  const left = node.childForFieldName('name') ?? node.childForFieldName('left') ?? first
  if (left === null) return undefined
  const isFunction = isFunctionValue(node, 'value') || isFunctionValue(node, 'right')
  const kind = isFunction ? 'function' : 'constant'
  if (node.childForFieldName('value')?.text.startsWith('require(')) return undefined
  if (isInFunction)
    return isFunction && linesOf(node) >= NESTED_LINES ? plain(kind, left.text) : undefined
  if (node.type === 'assignment_expression') {
    const name = left.text.replace(/\s/g, '')
    if (!/^(module\.)?exports\b|\.prototype\./.test(name) && !isFunction) return undefined
    return plain(kind, name.replace(/^(module\.)?exports\./, '').replace('.prototype.', '.'))
  }
  const isBare = around === undefined || around === 'module'
  if (!isBare || !/^(identifier|constant|variable_name|name)$/.test(left.type)) return undefined
  if (node.type === 'variable_assignment' && !/^[A-Z]/.test(text.slice(left.startIndex)))
    return undefined
  const isPrivate = node.type === 'assignment' && left.text.startsWith('__')
  return isPrivate && left.text !== PYTHON_EXPORTS ? undefined : plain(kind, left.text)
}

function plain(kind: SymbolKind, name: string): Named | undefined {
  return /^[\w$.#-]+$/.test(name) ? { kind, name } : undefined
}

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case 'impl_item':
      return node.childForFieldName('type')?.text.replace(/<[\s\S]*$/, '')
    case 'method_declaration': {
      const receiver = node.childForFieldName('receiver')?.text ?? ''
      const type = /([A-Za-z_]\w*)\s*(\[[^\]]*\])?\s*\)$/.exec(receiver)?.[1]
      const name = node.childForFieldName('name')?.text
      return type === undefined ? name : `${type}.${name}`
    }
    case 'rule_set':
      return node.namedChildren[0]?.text
    case 'media_statement':
      return oneLine(node.text.slice(0, node.text.indexOf('{')))
    case 'pair':
      return node.childForFieldName('key')?.text.replace(/^['"]|['"]$/g, '')
    default: {
      const name = node.childForFieldName('name')
      return name === null
        ? declaredName(node)
        : name.text.replace(/<[\s\S]*$/, '').replaceAll('::', '.')
    }
  }
}

/** C and C++ wrap the name: `int *(name)(…)`. */
function declaredName(node: Node): string | undefined {
  let at = node.childForFieldName('declarator')
  for (let next = at; next !== null; next = at?.childForFieldName('declarator') ?? null) at = next
  const name = at?.text.replace(/<[^<>]*>/g, '').replaceAll('::', '.')
  return name !== undefined && /^~?[\w.]+$/.test(name) ? name : undefined
}

function hasFunctionDeclarator(node: Node): boolean {
  for (
    let at = node.childForFieldName('declarator');
    at !== null;
    at = at.childForFieldName('declarator')
  )
    if (at.type === 'function_declarator') return true
  return false
}

function isFunctionValue(node: Node, field: string): boolean {
  const value = node.childForFieldName(field)
  return value !== null && FUNCTION_VALUE.test(value.type)
}

function linesOf({ startPosition, endPosition }: Node): number {
  return endPosition.row - startPosition.row + 1
}

function outerOf(node: Node, { wrappers }: CodeLanguage): Node {
  let outer = node
  for (
    let parent = node.parent;
    parent !== null && wrappers.includes(parent.type);
    parent = parent.parent
  ) {
    if (parent.namedChildCount !== 1 && !ALWAYS_AROUND.test(parent.type)) break
    outer = parent
  }
  return outer
}

const C_COMMENTS = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm
const HASH_COMMENTS = /(^|\s)#.*$/gm
const COMMENTS: Readonly<Record<string, RegExp>> = {
  ...{ python: HASH_COMMENTS, ruby: HASH_COMMENTS, bash: HASH_COMMENTS },
}

/** From its first word to its body, in one line. */
function signatureOf(
  node: Node,
  outer: Node,
  { text, title, kind, name, language }: DefinitionSite & { readonly name: string },
): string {
  if (title !== undefined) return title
  const start = outer.type === 'decorated_definition' ? node.startIndex : outer.startIndex
  const value = node.childForFieldName('value') ?? node.childForFieldName('right')
  const hasFunction = value !== null && FUNCTION_VALUE.test(value.type)
  const body = (hasFunction ? value : node).childForFieldName('body')
  const isValue = kind === undefined && !hasFunction
  const last = isValue ? endOfFirstLine(text, start, node.endIndex) : node.endIndex
  const end = body?.startIndex ?? last
  const most = isValue ? name.length + MOST_VALUE : MOST_SIGNATURE
  const words = text
    .slice(start, Math.min(end, start + 4 * MOST_SIGNATURE))
    .replace(COMMENTS[language.grammar] ?? C_COMMENTS, ' ')
  const line = oneLine(words)
    .replace(/^(@[\w.]+(\([^()]*\))?\s*|\[[^\]]*\]\s*)+/, '')
    .replace(/\s*(\{|=>|:|=|;)\s*$/, '')
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

function endOfFirstLine(text: string, start: number, end: number): number {
  const at = text.indexOf('\n', start)
  return at === -1 || at > end ? end : at
}

/** Python's, the first line of it. */
function docstringOf(node: Node): string {
  if (node.type !== 'function_definition' && node.type !== 'class_definition') return ''
  const first = node.childForFieldName('body')?.firstNamedChild
  const string = first?.type === 'expression_statement' ? first.firstNamedChild : first
  if (string?.type !== 'string') return ''
  const lines = string.text
    .slice(0, 600)
    .replace(/^[A-Za-z]*("""|'''|"|')/, '')
    .replace(/("""|'''|"|')$/, '')
  return (lines.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 160)
}

/** With what runners know behind the name: `suite.add('x')` is no test. */
const TEST_CALL =
  /(?:describe|context|suite|it|test|specify)(?:\.(?:only|skip|todo|each|for|concurrent|sequential|serial|parallel|shuffle|failing|fails|fixme|slow|skipIf|runIf|if|todoIf|describe))*(?:\([^()\n]{0,200}\))?\(\s*(['"`])((?:\\.|(?!\1)[^\n\\]){1,200})\1/y
const REQUIRE_CALL = /(?:require|import)\s*\(\s*['"]/y

/** The title if a call that begins here declares a test or a group of them. */
export function testTitle(text: string, at: number): string | undefined {
  TEST_CALL.lastIndex = at
  return TEST_CALL.exec(text)?.[2]
}

/** Whether a node that may import something does: calls do so rarely. */
export function isImport(text: string, { nodeType, startIndex }: TreeCursor): boolean {
  if (nodeType === 'call')
    return /^require(_relative)?\b/.test(text.slice(startIndex, startIndex + 18))
  if (nodeType !== 'call_expression') return true
  REQUIRE_CALL.lastIndex = startIndex
  return REQUIRE_CALL.test(text)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
