/** What assertions in JavaScript claim: of `expect`, of `assert` and its kin, of the `t` that a test is given. */
import type { Scope } from './body.ts'
import { type Claim, equality, isConstant, presence, truth } from './claims.ts'
import type { Chain } from './javascript-calls.ts'

/** Names that say it, whoever wrote what is behind them; and those that may as well be what is tested. */
const SAYS_SO = /^_?(?:assert|expect|should)/i
const MAY_SAY_SO = /^_?(?:verify|ensure|check|must|fail)/i
/** What `t` is called for to report, in ava, tape, tap and QUnit. */
const REPORTS =
  /^(?:is|not|ok|true|false|truthy|falsy|deep|loose|strict|same|equal|like|match|regex|throw|reject|resolve|snapshot|assert|expect|error|ifError|has|no|doesNot|does|type|emits|fail|pass|prop)/i
/** Of `expect` itself: no claims. */
const NO_CLAIM =
  /^(?:assertions|hasAssertions|extend|setState|getState|add\w+|any|anything|objectContaining|arrayContaining|string\w+|closeTo)$/
const EQUAL =
  /^(?:to(?:Be|Equal|StrictEqual|MatchObject)|eqls?|equals?|(?:deep|strict|loose)\w*|same\w*|is|isEqual)$/
const TRUE = /^(?:assert|ok|true|truthy|isTrue|isOk|toBeTruthy|toBeTrue)$/
const PRESENT = /^(?:toBeDefined|exists?|isDefined|defined|isNotNull|notNull)$/
const FAILS = /^(?:fail|unreachable)$/

/** Undefined if it is none. */
export function claimOf(chain: Chain, scope: Scope): Claim | undefined {
  const { names, calls, isCall } = chain
  const [root = ''] = names
  const last = names.at(-1) ?? ''
  if (scope.helpers.has(names.length === 1 ? root : last)) return undefined
  if (root === 'expect' && (NO_CLAIM.test(names[1] ?? '') || names.length === 1)) return undefined
  if (!isAsserting(chain, scope)) return undefined
  if (FAILS.test(last)) return 'never'
  if (last === 'pass') return 'always'
  const isNegative = names.some((name) => name === 'not')
  const texts = (calls.at(-1) ?? []).map(({ text }) => text)
  const isExpect =
    SAYS_SO.test(root) && calls.length > 0 && names.length > 1 && !/^assert/.test(root)
  if (isExpect) {
    const [actual = ''] = (calls[0] ?? []).map(({ text }) => text)
    const expected = isCall && calls.length > 1 ? texts[0] : undefined
    return expectation(actual, { last, expected, isNegative })
  }
  if (TRUE.test(last) || last === 'default') return truth(texts[0] ?? '')
  if (EQUAL.test(last) && texts.length > 1) return equality(texts[0] ?? '', texts[1] ?? '')
  if (isEmptyCall(texts[0]) && /^(?:doesNotThrow|notThrows?)/.test(last)) return 'always'
  return PRESENT.test(last) ? presence(texts[0] ?? '') : 'strong'
}

interface Matched {
  readonly last: string
  readonly expected: string | undefined
  readonly isNegative: boolean
}

function expectation(actual: string, { last, expected, isNegative }: Matched): Claim {
  if (isNegative) {
    if (isEmptyCall(actual) && /^to(?:Throw|Reject)|^throws?$/.test(last)) return 'always'
    return /^(?:toBeNull|toBeUndefined|toThrow|toThrowError|throws?|null|undefined)$/.test(last)
      ? presence(actual)
      : 'strong'
  }
  if (PRESENT.test(last)) return presence(actual)
  if (TRUE.test(last)) return truth(actual)
  if (expected === undefined || !EQUAL.test(last)) return 'strong'
  // `expect(a === a).toBe(true)` says no more than its operand.
  const claim =
    expected === 'true' && !isConstant(actual) ? truth(actual) : equality(actual, expected)
  if (claim === 'weak') return 'strong'
  return /\bexpect\.any(?:thing)?\(/.test(expected) ? 'weak' : claim
}

/** A function that does nothing. */
function isEmptyCall(text: string | undefined): boolean {
  return /^(?:async\s*)?\(\)\s*=>\s*\{\s*\}$/.test(text ?? '')
}

function isAsserting({ names, calls }: Chain, { handles, imported }: Scope): boolean {
  const [root = ''] = names
  const last = names.at(-1) ?? ''
  if (names.includes('should') || names.slice(1, -1).includes('assert')) return true
  if (handles.has(root) && names.length > 1) return REPORTS.test(names[1] ?? '')
  if (calls.length === 0) return false
  if (SAYS_SO.test(root) || SAYS_SO.test(last)) return true
  const origin = imported.get(root)
  if (origin?.isAssertion === true) return true
  return MAY_SAY_SO.test(last) && origin?.isSupport !== false
}
