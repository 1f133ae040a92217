/** Reads the expression that names a test: string literals, templates, and what is joined by `+`. */

const HOLE = `\${…}`

/**
 * Its value, with a hole for whatever is no literal. Undefined when there is no literal in it: then it
 * may be no test at all.
 */
export function readNameExpression(code: string, start: number): string | undefined {
  let value = ''
  let hasLiteral = false
  let at = start
  for (;;) {
    const operand = readLiteral(code, at) ?? readOther(code, at)
    if (operand === undefined) return hasLiteral ? HOLE : undefined
    value += operand.value
    hasLiteral ||= operand.isLiteral
    at = afterSpace(code, operand.end)
    const next = code[at]
    if (next === ',' || next === ')') return hasLiteral ? value : undefined
    // Anything but `+` makes another value of what was read, such as `.toUpperCase()`.
    if (next !== '+') return hasLiteral ? HOLE : undefined
    at = afterSpace(code, at + 1)
  }
}

interface Operand {
  readonly value: string
  readonly isLiteral: boolean
  readonly end: number
}

function readLiteral(code: string, start: number): Operand | undefined {
  const quote = code[start]
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined
  let value = ''
  let at = start + 1
  while (at < code.length) {
    const character = code[at]
    if (character === quote) return { value, isLiteral: true, end: at + 1 }
    if (character === '\n' && quote !== '`') return undefined
    if (character === '\\') {
      const escaped = readEscape(code, at)
      value += escaped.value
      at = escaped.end
    } else if (quote === '`' && character === '$' && code[at + 1] === '{') {
      value += HOLE
      at = endOfBraces(code, at + 1)
    } else {
      value += character
      at += 1
    }
  }
  return undefined
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
const CODE_POINT = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/iy

function readEscape(code: string, at: number): { readonly value: string; readonly end: number } {
  CODE_POINT.lastIndex = at
  const found = CODE_POINT.exec(code)
  const point = Number.parseInt(found?.[1] ?? found?.[2] ?? found?.[3] ?? '', 16)
  if (found !== null && point <= 0x10_ffff)
    return { value: String.fromCodePoint(point), end: at + found[0].length }
  const character = code[at + 1] ?? ''
  return { value: ESCAPES[character] ?? character, end: at + 2 }
}

/** Behind the brace that closes the one at `start`. */
function endOfBraces(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (code[at] === '{') depth += 1
    if (code[at] === '}' && --depth === 0) return at + 1
  }
  return code.length
}

/** A variable, a member of one, or a simple call. */
const OTHER = /[\w$.]+(?:\[[^\][]*\])?(?:\([^()]*\))?/y

function readOther(code: string, start: number): Operand | undefined {
  OTHER.lastIndex = start
  const found = OTHER.exec(code)
  return found === null
    ? undefined
    : { value: HOLE, isLiteral: false, end: start + found[0].length }
}

function afterSpace(code: string, start: number): number {
  let at = start
  while (/\s/.test(code[at] ?? '')) at += 1
  return at
}
