/** Why tests could not even be loaded, by what a runner prints. */
import type { TestRun } from './red.ts'
import { cannotBeCounted } from './test-tools.ts'

const NO_TOOL =
  /command not found|: not found$|No module named pytest|ERR_UNKNOWN_FILE_EXTENSION|No such file or directory.*(node|python|cargo|go)\b/m
/** Node calls it a syntax error, too, when a module lacks what is imported from it. */
const SYNTAX =
  /^(?!.*(?:does not provide an export|Export named)).*(?:\b(?:SyntaxError|ParseError|IndentationError|Unexpected token|ERR_INVALID_TYPESCRIPT_SYNTAX)\b|Transform failed)|^error: expected/m
const MISSING_MODULES = [
  /Cannot find (?:module|package) '([^']+)'/g,
  /Failed to resolve import "([^"]+)"/g,
  /ModuleNotFoundError: No module named '([^']+)'/g,
]
/** A module is there, but lacks what is imported from it. */
const MISSING_NAMES = [
  /requested module '([^']+)' does not provide an export named/g,
  /Export named '[^']+' not found in module '([^']+)'/g,
  /cannot import name '[^']+' from '([^']+)'/g,
  /module '([^']+)' has no attribute/g,
  /Module '"([^"]+)"' has no exported member/g,
]
/** What compilers say of names that they do not know; they do not say where these should come from. */
const UNKNOWN_NAME =
  /^error\[E0(?:405|412|422|423|425|432|433|560|599|609)\]|: undefined: \w|\bundefined \(type .* has no (?:field or )?method|\bis not in std\b|\berror TS(?:2305|2339|2551|2614|2724)\b/m

/** Undefined when the runner itself could be run. */
export function missingTool({ exitCode, output }: TestRun): string | undefined {
  return exitCode === 127 || NO_TOOL.test(output) ? firstLine(output, NO_TOOL) : undefined
}

/** Modules that nobody will bring: with these the tests would fail for ever. */
export function foreignImports({ output }: TestRun, named: readonly string[]): string[] {
  const modules = namesIn(output, MISSING_MODULES).filter((name) => !isPromised(name, named))
  const lacking = namesIn(output, MISSING_NAMES).filter((name) => !isPromised(name, named))
  return [
    ...modules.map((name) => `The tests import ${name}, which no file of the design provides.`),
    ...lacking.map(
      (name) =>
        `The tests need something of ${name} that it lacks, and the design leaves it as it is.`,
    ),
  ]
}

/** Why tests that could not be loaded are not red; nothing if they wait for what the design brings. */
export function loadTroubles(
  { command, counts, output }: TestRun,
  unloaded: readonly string[],
  named: readonly string[],
): string[] {
  const syntax = syntaxTroubles({ output })
  if (syntax.length > 0) return syntax
  const awaited = [...namesIn(output, MISSING_MODULES), ...namesIn(output, MISSING_NAMES)]
  if (awaited.some((name) => isPromised(name, named)) || UNKNOWN_NAME.test(output)) return []
  if (counts === null) return [`Nobody saw the new tests fail: ${cannotBeCounted(command)}.`]
  return unloaded.map((name) => `The test "${name}" was not seen to fail: it did not run.`)
}

export function syntaxTroubles({ output }: Pick<TestRun, 'output'>): string[] {
  if (!SYNTAX.test(output)) return []
  return [`The tests fail because of a syntax error: ${firstLine(output, SYNTAX)}`]
}

function namesIn(output: string, patterns: readonly RegExp[]): string[] {
  const found = patterns.flatMap((pattern) => [...output.matchAll(pattern)])
  return [...new Set(found.map(([, name = '']) => name))]
}

/** A module of the design, or a package that it is in, however spelled. */
function isPromised(module: string, named: readonly string[]): boolean {
  const bare = module.replace(/^(\.\.?\/)+/, '').replace(/\.[cm]?[jt]sx?$/, '')
  const plain = bare.includes('/') ? bare : bare.replaceAll('.', '/')
  return named.some((path) => {
    const stem = `/${path.replace(/\.\w+$/, '').replace(/\/(index|__init__|mod)$/, '')}`
    return `/${bare}`.endsWith(stem) || `${stem}/`.includes(`/${plain}/`)
  })
}

function firstLine(output: string, pattern: RegExp): string {
  const line = output.split('\n').find((text) => pattern.test(text)) ?? output.slice(-200)
  return line.trim().slice(0, 200)
}
