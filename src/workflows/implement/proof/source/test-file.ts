/** A test file as the checks see it: its tests, and what each of them can show. */
import { hash } from 'node:crypto'
import { type Dialect, readBody, type Scope } from './body.ts'
import { readGo } from './go.ts'
import { readJavaScript } from './javascript.ts'
import { readPython } from './python.ts'
import { readRust } from './rust.ts'
import { parse, type Syntax } from './syntax.ts'

export interface TestFile {
  readonly tests: readonly FoundTest[]
  /** What keeps other tests from running: `.only`, an exit. */
  readonly alone: readonly string[]
}

export interface FoundTest {
  /** The value of its name; what only a run knows stands in it as `${…}`. */
  readonly name: string
  readonly suites: readonly string[]
  /** Requirements and scenarios that its texts speak of, beside its name: cases, a doc string. */
  readonly labels: readonly string[]
  /** Assertions that can fail, helpers of the file included, and those that demand more than that something is there. */
  readonly assertions: number
  readonly strong: number
  /** Their texts. */
  readonly checks: readonly string[]
  /** Assertions that hold whatever the code does. */
  readonly always: readonly string[]
  /** A statement that fails whatever the code does. */
  readonly never: string | undefined
  /** Why it does not run, or does not count, such as `test.skip(…)`. */
  readonly off: string | undefined
  /** Ways out without a failure: early returns, swallowed failures. */
  readonly escapes: number
  /** Of its text: another one is another test of the same name. */
  readonly digest: string
}

/** What the reader of a language finds. */
export interface Reading {
  readonly dialect: Dialect
  readonly scope: Scope
  readonly tests: readonly DeclaredTest[]
  readonly alone: readonly string[]
}

export interface DeclaredTest {
  readonly name: string
  readonly suites: readonly string[]
  /** All that runs as this test. */
  readonly parts: readonly Syntax[]
  readonly off: string | undefined
  /** Assertions that are not in its body: an expected panic, an expected output, a body from elsewhere. */
  readonly declared: number
}

const READERS: readonly [RegExp, (root: Syntax, path: string) => Reading][] = [
  [/\.[cm]?[jt]sx?$/, readJavaScript],
  [/\.py$/, readPython],
  [/\.go$/, readGo],
  [/\.rs$/, readRust],
]

/** What was read last: one proposal is judged by several checks. */
const recent = new Map<string, Promise<TestFile | undefined>>()
const MOST_RECENT = 8

/** Undefined where the language cannot be read: then only runs say something about its tests. */
export function readTestFile(path: string, text: string): Promise<TestFile | undefined> {
  const key = `${path}\n${text}`
  const known = recent.get(key)
  if (known !== undefined) return known
  const [oldest] = recent.keys()
  if (oldest !== undefined && recent.size >= MOST_RECENT) recent.delete(oldest)
  const file = readFresh(path, text)
  recent.set(key, file)
  return file
}

async function readFresh(path: string, text: string): Promise<TestFile | undefined> {
  const [, read] = READERS.find(([pattern]) => pattern.test(path)) ?? []
  const root = read === undefined ? undefined : await parse(path, text)
  if (read === undefined || root === undefined) return undefined
  const { dialect, scope, tests, alone } = read(root, path)
  return { alone, tests: tests.map((test) => foundTest(test, dialect, scope)) }
}

function foundTest(test: DeclaredTest, dialect: Dialect, scope: Scope): FoundTest {
  const { name, suites, parts, off, declared } = test
  const body = readBody(parts, dialect, scope)
  return {
    name,
    suites,
    labels: [...new Set(parts.flatMap(labelsIn))],
    assertions: body.assertions + declared,
    strong: body.strong + declared,
    checks: body.checks,
    always: body.always,
    never: body.never,
    off: off ?? body.skip,
    escapes: body.escapes,
    digest: hash('sha1', parts.map(({ text }) => text).join('\n')),
  }
}

const LABEL = /\bREQ[-_ ]?\d+|\bT\d{2,}/gi

/** Of its literals only: what stands in a comment tests nothing. */
function labelsIn(node: Syntax): string[] {
  if (/string|template/.test(node.type)) return node.text.match(LABEL) ?? []
  return node.children.flatMap(labelsIn)
}
