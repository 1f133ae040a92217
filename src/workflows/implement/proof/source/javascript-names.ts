/** The value of an expression that names a test: literals, templates, and what is joined by `+`. */
import { part, type Syntax } from './syntax.ts'

const HOLE = `\${…}`

/** With a hole for whatever only a run knows; undefined if no part of it is a literal. */
export function nameIn(node: Syntax): string | undefined {
  if (node.type === 'string' || node.type === 'template_string')
    return node.children.map(pieceOf).join('')
  if (node.type === 'parenthesized_expression' || node.type === 'as_expression')
    return node.children[0] === undefined ? undefined : nameIn(node.children[0])
  // Any other operation makes another value of what it is given.
  if (node.type === 'call_expression') return /['"`]/.test(node.text) ? HOLE : undefined
  if (node.type !== 'binary_expression' || part(node, 'operator')?.text !== '+') return undefined
  const sides = [part(node, 'left'), part(node, 'right')].map((side) => side && nameIn(side))
  return sides.every((side) => side === undefined)
    ? undefined
    : sides.map((side) => side ?? HOLE).join('')
}

function pieceOf({ type, text }: Syntax): string {
  if (type === 'template_substitution') return HOLE
  return type === 'escape_sequence' ? escaped(text) : text
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
}

function escaped(text: string): string {
  const digits = /^\\(?:x|u\{?)([0-9a-f]{2,6})\}?$/i.exec(text)?.[1]
  const point = Number.parseInt(digits ?? '', 16)
  if (point <= 0x10_ffff) return String.fromCodePoint(point)
  const character = text.slice(1)
  return ESCAPES[character] ?? character
}
