/**
 * What the body of a test does: which of its assertions can be reached and can fail, its helpers in the same file
 * included, and what stands in their way.
 */
import type { Claim } from './claims.ts'
import type { Syntax } from './syntax.ts'

/** How a language shows what matters here. */
export interface Dialect {
  /** Statements or expressions whose content may not run: branches, loops, handlers, functions. */
  readonly branches: ReadonlySet<string>
  /** Nodes whose children run one after the other. */
  readonly blocks: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
  /** Ends its function. */
  isReturn(node: Syntax): boolean
  /** Ends the test, or the process, without a failure: a skip, an exit. */
  isSkip(node: Syntax, scope: Scope): boolean
  /** `raise` is a thrown error: an assertion where it depends on something. */
  assertion(node: Syntax, scope: Scope): Claim | 'raise' | undefined
  /** Names of helpers that a node uses. */
  helpersOf(node: Syntax, scope: Scope): readonly string[]
  /** What a node guards so that its failures are lost, such as the block of a `try` with an empty `catch`. */
  swallowed(node: Syntax, scope: Scope): Syntax | undefined
  /** Whether a condition never holds, by its text. */
  isDead?(node: Syntax): boolean
}

/** What a file has, beside its tests. */
export interface Scope {
  /** Functions of the file, by name, and how much those that were read assert. */
  readonly helpers: ReadonlyMap<string, Syntax>
  readonly read: Map<string, Pick<Body, 'assertions' | 'strong'>>
  /** Names that tests report failures to: `t`, `self`, `s`. */
  readonly handles: ReadonlySet<string>
  readonly imported: ReadonlyMap<string, Origin>
}

/** Where an imported name comes from. */
export interface Origin {
  /** A module that belongs to the tests, whose functions may assert. */
  readonly isSupport: boolean
  /** A library of assertions. */
  readonly isAssertion: boolean
}

export interface Body {
  /** Assertions that can fail, and those of them that demand more than that something is there. */
  readonly assertions: number
  readonly strong: number
  /** The texts of these assertions, and of calls of helpers that have some. */
  readonly checks: readonly string[]
  /** Assertions that hold whatever the code does. */
  readonly always: readonly string[]
  /** A statement that fails whatever the code does. */
  readonly never: string | undefined
  /** A statement that skips the rest of it, whatever the code does. */
  readonly skip: string | undefined
  /** Ways out without a failure: early returns, swallowed failures. */
  readonly escapes: number
}

type Found = { -readonly [Key in keyof Body]: Body[Key] } & { always: string[]; checks: string[] }

interface Place {
  /** Runs in every case. */
  readonly isCertain: boolean
  /** A failure here is seen. */
  readonly isCounted: boolean
  /** In the test itself, not in a function that it gives to another one. */
  readonly isOwn: boolean
}

const START: Place = { isCertain: true, isCounted: true, isOwn: true }

/** Of all the parts that run as one test. */
export function readBody(parts: readonly Syntax[], dialect: Dialect, scope: Scope): Body {
  const found = nothing()
  for (const node of parts) walk(node, START, { found, dialect, scope, start: node })
  return found
}

function nothing(): Found {
  const counts = { assertions: 0, strong: 0, escapes: 0 }
  return { ...counts, checks: [], always: [], never: undefined, skip: undefined }
}

interface Walk {
  readonly found: Found
  readonly dialect: Dialect
  readonly scope: Scope
  /** The test, or the helper, that is read: its own function is no other one. */
  readonly start: Syntax
}

function walk(node: Syntax, place: Place, walking: Walk): void {
  const { found, dialect, scope } = walking
  if (dialect.isDead?.(node) === true) return
  const claim = dialect.assertion(node, scope)
  if (claim !== undefined) record(node, claim, place, found)
  if (place.isCounted)
    for (const name of dialect.helpersOf(node, scope)) {
      const { assertions, strong } = readHelper(name, walking)
      found.assertions += assertions
      found.strong += strong
      if (assertions > 0) found.checks.push(withoutLayout(node.text))
    }
  const lost = dialect.swallowed(node, scope)
  if (lost !== undefined) found.escapes += 1
  const isFunction = dialect.functions.has(node.type) && node !== walking.start
  const inner: Place = {
    isCertain: place.isCertain && !isFunction && !dialect.branches.has(node.type),
    isCounted: place.isCounted,
    isOwn: place.isOwn && !isFunction,
  }
  if (dialect.blocks.has(node.type)) return walkBlock(node, inner, walking)
  for (const child of node.children) {
    walk(child, child === lost ? { ...inner, isCounted: false } : inner, walking)
    if (inner.isOwn && dialect.branches.has(node.type) && dialect.isReturn(child))
      found.escapes += 1
  }
}

/** What follows a way out does not run. */
function walkBlock(node: Syntax, place: Place, walking: Walk): void {
  const { found, dialect, scope } = walking
  const before = found.assertions
  let { isCounted, isCertain } = place
  for (const child of node.children) {
    walk(child, { ...place, isCounted, isCertain }, walking)
    const isSkip = dialect.isSkip(child, scope)
    if (isSkip && isCertain) found.skip ??= firstLine(child.text)
    isCertain &&= !mayReturn(child, dialect)
    if (!isSkip && !dialect.isReturn(child)) continue
    // A block that reports a failure and returns is no way out without one.
    if (place.isOwn && found.assertions === before) found.escapes += 1
    isCounted = false
  }
}

function mayReturn(node: Syntax, dialect: Dialect): boolean {
  if (dialect.functions.has(node.type)) return false
  return dialect.isReturn(node) || node.children.some((child) => mayReturn(child, dialect))
}

function record(node: Syntax, claim: Claim | 'raise', place: Place, found: Found): void {
  const isFailure = claim === 'never' || claim === 'raise'
  if (isFailure && place.isCertain) found.never ??= firstLine(node.text)
  if (claim === 'always') found.always.push(firstLine(node.text))
  if (claim === 'always' || !place.isCounted) return
  // What fails whenever it is reached is an assertion where it need not be reached.
  if (isFailure && place.isCertain) return
  if (claim === 'raise' && !place.isOwn) return
  found.assertions += 1
  if (claim !== 'weak') found.strong += 1
  found.checks.push(withoutLayout(node.text))
}

function withoutLayout(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Once for each; one that uses itself adds nothing to itself. */
function readHelper(name: string, { dialect, scope }: Walk): Pick<Body, 'assertions' | 'strong'> {
  const known = scope.read.get(name)
  if (known !== undefined) return known
  scope.read.set(name, { assertions: 0, strong: 0 })
  const helper = scope.helpers.get(name)
  if (helper === undefined) return { assertions: 0, strong: 0 }
  const found = nothing()
  walk(helper, START, { found, dialect, scope, start: helper })
  scope.read.set(name, found)
  return found
}

const MOST_SHOWN = 120

export function firstLine(text: string): string {
  return text.trim().split('\n', 1).join().slice(0, MOST_SHOWN)
}
