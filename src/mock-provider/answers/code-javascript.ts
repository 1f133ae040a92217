/** Tests and code in JavaScript and TypeScript, for node:test, vitest, jest and mocha. */
import { type CodeOptions, type DesignFacts, inQuotes, nameOf, ruleOf } from './design-facts.ts'
import { importPath, isEsmFile, type Project } from './project.ts'

const SIZE_CHECK = `  if (input.length > MOST_CHARACTERS) return refused('The input is too long.')\n`
const RESULT = '\ninterface Result {\n  readonly ok: boolean\n  readonly message: string\n}\n'

/** How a framework's tests begin, call a test, and compare. */
interface Style {
  readonly imports: readonly (readonly [name: string, from: string])[]
  readonly call: 'test' | 'it'
  readonly equal: (actual: string, expected: string) => string
}

const ASSERT = ['assert', 'node:assert/strict'] as const
const asserted = (actual: string, expected: string) => `assert.deepEqual(${actual}, ${expected})`
const expected = (actual: string, value: string) => `expect(${actual}).toEqual(${value})`

function styleOf({ framework }: Project, tests: string): Style {
  const isTyped = /\.[cm]?ts$/.test(tests)
  const names = '{ expect, test }'
  switch (framework) {
    case 'vitest':
      return { imports: [[names, 'vitest']], call: 'test', equal: expected }
    case 'jest': // its names are global, but not their types
      return { imports: isTyped ? [[names, '@jest/globals']] : [], call: 'test', equal: expected }
    case 'mocha':
      return { imports: [ASSERT], call: 'it', equal: asserted }
    default:
      return { imports: [ASSERT, ['{ test }', 'node:test']], call: 'test', equal: asserted }
  }
}

/** The first lines of a test file, with the function under test. */
export function importsOf({ tests, source, functionName }: DesignFacts, project: Project): string {
  const own = [`{ ${functionName} }`, importPath(tests, source, project)] as const
  const line = isEsmFile(tests, project)
    ? ([name, from]: readonly [string, string]) => `import ${name} from '${from}'\n`
    : ([name, from]: readonly [string, string]) => `const ${name} = require('${from}')\n`
  return [...styleOf(project, tests).imports, own].map(line).join('')
}

export function javascriptTests(facts: DesignFacts, project: Project): string {
  const { functionName, scenarios, tests } = facts
  const { call, equal } = styleOf(project, tests)
  const cases = scenarios.map(
    ({ id, text }, index) => `
${call}('${inQuotes(nameOf(id, text))}', () => {
  const result = ${functionName}('case ${index + 1}')
  ${equal('result', `{ ok: true, message: '${inQuotes(ruleOf(text))}' }`)}
})
`,
  )
  const refusal = `
${call}('${inQuotes(scenarios[0]?.id ?? 'T010')}b (REQ-1): an empty input is refused with a message', () => {
  ${equal(`${functionName}(' ')`, "{ ok: false, message: 'The input is empty.' }")}
})
`
  return `${importsOf(facts, project)}${cases.join('')}${refusal}`
}

export function javascriptCode(facts: DesignFacts, options: CodeOptions, project: Project): string {
  const { functionName, scenarios, title, source } = facts
  const { isWrong, isBounded } = options
  const isTyped = /\.[cm]?ts$/.test(source)
  const typed = (type: string) => (isTyped ? `: ${type}` : '')
  const isEsm = isEsmFile(source, project)
  return `/** ${title.replaceAll('*/', '')}: what is promised, case by case. */
const RULES = [
${scenarios.map(({ text }) => `  '${inQuotes(ruleOf(text))}',`).join('\n')}
]
${isBounded ? 'const MOST_CHARACTERS = 1_000_000\n' : ''}${isTyped ? RESULT : ''}
/** Never throws: what goes wrong is in the result. */
${isEsm ? 'export ' : ''}function ${functionName}(input${typed('string')})${typed('Result')} {
  if (input.trim() === '') return refused('The input is empty.')
${isBounded ? SIZE_CHECK : ''}  const number = Number(/^case (\\d+)$/.exec(input.trim())?.[1])
  const rule = RULES[number${isWrong ? '' : ' - 1'}]
  return rule === undefined ? refused('There is no such case.') : { ok: true, message: rule }
}

function refused(message${typed('string')})${typed('Result')} {
  return { ok: false, message }
}
${isEsm ? '' : `\nmodule.exports = { ${functionName} }\n`}`
}
