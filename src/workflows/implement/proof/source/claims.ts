/**
 * What an assertion claims, by the texts of its operands: something that depends on the code, or something that holds
 * or fails whatever the code does. For all languages: their literals do not contradict each other.
 */

export type Claim =
  /** Depends on the code; `weak` if nearly anything satisfies it. */
  | 'strong'
  | 'weak'
  /** Holds, or fails, whatever the code does. */
  | 'always'
  | 'never'

const FALSY = /^(?:false|False|None|null|nil|undefined|-?0+(?:\.0*)?|''|""|``)$/
const LITERAL =
  /^(?:true|True|[-+]?\d[\w.]*|[bru]?'(?:[^'\\\n]|\\.)*'|[bru]?"(?:[^"\\\n]|\\.)*"|`[^`$]*`|\[\]|\{\})$/
const OR_TRUE = /(?:\|\||\bor)\s+(?:true|True|1)$/
const COMPARED = /^(.+?)\s(===?|>=|<=|is)\s(.+)$/s

/** That two values are the same, such as `assert.equal(a, b)`. */
export function equality(left: string, right: string): Claim {
  const [a, b] = [left.trim(), right.trim()]
  if (a === b) return 'always'
  return isConstant(a) && isConstant(b) ? 'never' : 'strong'
}

/** That a value is true, or like it, such as `assert a == b`. */
export function truth(text: string): Claim {
  const value = withoutParentheses(text.trim())
  if (FALSY.test(value)) return 'never'
  if (LITERAL.test(value) || OR_TRUE.test(value)) return 'always'
  const [, left = '', , right = ''] = COMPARED.exec(value) ?? []
  if (left !== '' && !/&&|\|\||\b(?:and|or|not|in)\b/.test(value)) return equality(left, right)
  return /[<>=]|\b(?:in|is|and|not)\b/.test(value) ? 'strong' : 'weak'
}

/** That there is a value at all, such as `toBeDefined()`. */
export function presence(text: string): Claim {
  const value = text.trim()
  return LITERAL.test(value) && !FALSY.test(value) ? 'always' : 'weak'
}

export function isConstant(text: string): boolean {
  return FALSY.test(text) || LITERAL.test(text)
}

function withoutParentheses(text: string): string {
  const inner = /^\(([^()]*)\)$/.exec(text)?.[1]
  return inner === undefined ? text : inner.trim()
}
