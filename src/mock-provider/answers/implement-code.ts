/** Code and tests that really run, for any design that the mock provider has drafted. */
import { importsOf, javascriptCode, javascriptTests } from './code-javascript.ts'
import { pythonCode, pythonImport, pythonTests } from './code-python.ts'
import { type CodeOptions, type DesignFacts, inQuotes, nameOf, ruleOf } from './design-facts.ts'
import { FIXTURE, type KnownFeature, knownFeature } from './known-features.ts'
import { importPath, isEsmFile, isKnownStyle, type Project } from './project.ts'

/** Whether a change brings the bound that a strict reviewer wants. */
export function isBounded(diff: string): boolean {
  return diff.includes('> MOST_CHARACTERS')
}

/** A feature that can be built for real, if the design is one of those. */
function knownOf(facts: DesignFacts, project: Project): KnownFeature | undefined {
  const criteria = facts.scenarios.map(({ text }) => ruleOf(text))
  return isKnownStyle(facts, project) ? knownFeature(facts.title, criteria) : undefined
}

export function testsFor(facts: DesignFacts, project: Project): string {
  if (facts.source.endsWith('.py')) return pythonTests(facts, project)
  const known = knownOf(facts, project)
  if (known === undefined) return javascriptTests(facts, project)
  return `${importsOf(facts, project)}\n${FIXTURE}\n${knownTests(facts, known)}`
}

export function codeFor(facts: DesignFacts, options: CodeOptions, project: Project): string {
  if (facts.source.endsWith('.py')) return pythonCode(facts, options)
  const known = knownOf(facts, project)
  return known === undefined ? javascriptCode(facts, options, project) : knownCode(known, options)
}

function knownTests({ scenarios }: DesignFacts, { checks }: KnownFeature): string {
  const body = (text: string) => `  ${checks[ruleOf(text)]}`
  return scenarios
    .map(({ id, text }) => `\ntest('${inQuotes(nameOf(id, text))}', () => {\n${body(text)}\n})\n`)
    .join('')
}

function knownCode({ code, slip }: KnownFeature, options: CodeOptions): string {
  const text = options.isWrong ? code.replace(...slip) : code
  const lines = text.split('\n').filter((line) => !line.includes('MOST_CHARACTERS'))
  return options.isBounded ? text : lines.join('\n').trimStart()
}

/** An existing module also offers the new one, a changelog names it: a line behind its last lines, unless it is there. */
export function exportEdit(
  text: string,
  { path, facts, project }: { path: string; facts: DesignFacts; project: Project },
): { readonly search: string; readonly replace: string } | undefined {
  const line = offerLine(path, facts, project)
  if (text === '' || text.includes(line)) return undefined
  const lines = text.trimEnd().split('\n')
  const isOnce = (search: string) => text.split(search).length === 2
  const from = lines.findLastIndex((_, index) => isOnce(lines.slice(index).join('\n')))
  const search = lines.slice(Math.max(from, 0)).join('\n')
  return { search, replace: `${search}\n${path.endsWith('.md') ? '' : '\n'}${line}` }
}

function offerLine(path: string, facts: DesignFacts, project: Project): string {
  const { functionName, title, source } = facts
  if (path.endsWith('.md')) return `- ${title}`
  if (path.endsWith('.py')) return `${pythonImport(facts, project)}  # noqa: E402, F401`
  const from = `'${importPath(path, source, project)}'`
  return isEsmFile(path, project)
    ? ['export', `{ ${functionName} }`, 'from', from].join(' ')
    : `module.exports.${functionName} = require(${from}).${functionName}`
}
