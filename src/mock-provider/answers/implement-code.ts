/** Code and tests that really run, for any design that the mock provider has drafted. */
import { posix } from 'node:path'
import { FIXTURE, type KnownFeature, knownFeature } from './known-features.ts'

export interface DesignFacts {
  readonly title: string
  /** The one module that the design adds, and its tests. */
  readonly source: string
  readonly tests: string
  /** Existing files that the design changes. */
  readonly modified: readonly string[]
  readonly functionName: string
  readonly scenarios: readonly { readonly id: string; readonly text: string }[]
}

const SIZE_CHECK = `  if (input.length > MOST_CHARACTERS) return refused('The input is too long.')\n`

/** Whether a change brings the bound that a strict reviewer wants. */
export function isBounded(diff: string): boolean {
  return diff.includes('> MOST_CHARACTERS')
}

export function readFacts(design: string): DesignFacts {
  const rows = [...design.matchAll(/^\| `([^`]+)` \| (Add|Modify|Delete) \|/gm)]
  const isTest = (path: string) => /\.(test|spec)\./.test(path)
  const paths = rows.map(([, path = '', change = '']) => ({ path, change }))
  const source = paths.find(({ path, change }) => change === 'Add' && !isTest(path))?.path
  const scenarios = [...design.matchAll(/^\| (T\d+) \| ([^|]+) \|/gm)]
  return {
    title: /^# \S+ - \w+: (.+)$/m.exec(design)?.[1] ?? 'The feature',
    source: source ?? 'src/feature.js',
    tests: paths.find(({ path }) => isTest(path))?.path ?? 'test/feature.test.js',
    modified: paths.filter(({ change }) => change === 'Modify').map(({ path }) => path),
    functionName: /export function (\w+)\(/.exec(design)?.[1] ?? 'feature',
    scenarios: scenarios.map(([, id = '', text = '']) => ({ id, text: text.trim() })),
  }
}

/** A feature that can be built for real, if the design is one of those. */
function knownOf({ title, source, scenarios }: DesignFacts): KnownFeature | undefined {
  const criteria = scenarios.map(({ text }) => ruleOf(text))
  return source.endsWith('.js') ? knownFeature(title, criteria) : undefined
}

export function testsFor(facts: DesignFacts): string {
  const { functionName, scenarios } = facts
  const imports = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${functionName} } from '${importPath(facts.tests, facts.source)}'
`
  const known = knownOf(facts)
  if (known !== undefined) return `${imports}\n${FIXTURE}\n${knownTests(facts, known)}`
  return `${imports}${scenarios
    .map(
      ({ id, text }, index) => `
test('${inQuotes(nameOf(id, text))}', () => {
  const result = ${functionName}('case ${index + 1}')
  assert.deepEqual(result, { ok: true, message: '${inQuotes(ruleOf(text))}' })
})
`,
    )
    .join('')}
test('${inQuotes(scenarios[0]?.id ?? 'T010')}b (REQ-1): an empty input is refused with a message', () => {
  assert.deepEqual(${functionName}(' '), { ok: false, message: 'The input is empty.' })
})
`
}

function knownTests({ scenarios }: DesignFacts, { checks }: KnownFeature): string {
  const body = (text: string) => `  ${checks[ruleOf(text)]}`
  return scenarios
    .map(({ id, text }) => `\ntest('${inQuotes(nameOf(id, text))}', () => {\n${body(text)}\n})\n`)
    .join('')
}

function knownCode({ code, slip }: KnownFeature, options: Parameters<typeof codeFor>[1]): string {
  const text = options.isWrong ? code.replace(...slip) : code
  const lines = text.split('\n').filter((line) => !line.includes('MOST_CHARACTERS'))
  return options.isBounded ? text : lines.join('\n').trimStart()
}

export function codeFor(
  facts: DesignFacts,
  options: { readonly isWrong: boolean; readonly isBounded: boolean },
): string {
  const { functionName, scenarios, title, source } = facts
  const known = knownOf(facts)
  if (known !== undefined) return knownCode(known, options)
  const isTyped = /\.[cm]?ts$/.test(source)
  const typed = (type: string) => (isTyped ? `: ${type}` : '')
  const result = isTyped
    ? '\ninterface Result {\n  readonly ok: boolean\n  readonly message: string\n}\n'
    : ''
  return `/** ${title.replaceAll('*/', '')}: what is promised, case by case. */
const RULES = [
${scenarios.map(({ text }) => `  '${inQuotes(ruleOf(text))}',`).join('\n')}
]
const MOST_CHARACTERS = 1_000_000
${result}
/** Never throws: what goes wrong is in the result. */
export function ${functionName}(input${typed('string')})${typed('Result')} {
  if (input.trim() === '') return refused('The input is empty.')
${options.isBounded ? SIZE_CHECK : ''}  const number = Number(/^case (\\d+)$/.exec(input.trim())?.[1])
  const rule = RULES[number${options.isWrong ? '' : ' - 1'}]
  return rule === undefined ? refused('There is no such case.') : { ok: true, message: rule }
}

function refused(message${typed('string')})${typed('Result')} {
  return { ok: false, message }
}
`
}

/** An existing module also offers the new one, a changelog names it: a line behind its last lines, unless it is there. */
export function exportEdit(
  text: string,
  path: string,
  facts: DesignFacts,
): { readonly search: string; readonly replace: string } | undefined {
  const words = ['export', `{ ${facts.functionName} }`, 'from']
  const isList = path.endsWith('.md')
  const line = isList
    ? `- ${facts.title}`
    : `${words.join(' ')} '${importPath(path, facts.source)}'`
  if (text.includes(line)) return undefined
  const lines = text.trimEnd().split('\n')
  const isOnce = (search: string) => text.split(search).length === 2
  const from = lines.findLastIndex((_, index) => isOnce(lines.slice(index).join('\n')))
  const search = lines.slice(Math.max(from, 0)).join('\n')
  return { search, replace: `${search}\n${isList ? '' : '\n'}${line}` }
}

function nameOf(id: string, text: string): string {
  const requirement = /\(REQ-\d+\)/.exec(text)?.[0] ?? ''
  return `${id} ${requirement}: ${ruleOf(text)}`
}

function ruleOf(text: string): string {
  return text.replace(/\s*\(REQ-\d+\)\s*/g, '').trim()
}

function inQuotes(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}

/** From one file of the repository to another. */
function importPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
