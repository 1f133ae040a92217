/** How a project's tests are run: from the config, or from what the project has. Never from a model. */
import type { ImplementSettings } from '../settings.ts'

/** `own` is a command of the project's own that runs no known one. */
export type Framework = keyof typeof RUNNERS | 'own'

export interface TestTools {
  readonly framework: Framework
  /** Shell commands. `some` has `{files}` in it where a framework can run single files. */
  readonly all: string
  readonly some: string
  /** What `all` makes a package manager run. */
  readonly script?: string
  /** Where this is known from, for people. */
  readonly from: string
}

interface Package {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, unknown>>
}

/** Runners whose output can be read: the words of a command that runs one, and how it runs single files. */
const RUNNERS = {
  vitest: { words: /\bvitest\b/, some: 'vitest run --reporter=verbose {files}' },
  jest: { words: /\bjest\b/, some: 'jest --verbose {files}' },
  mocha: { words: /\bmocha\b/, some: 'mocha --reporter spec {files}' },
  jasmine: { words: /\bjasmine\b/, some: 'jasmine {files}' },
  bun: { words: /\bbun\s+test\b/, some: 'bun test {files}' },
  'node:test': { words: /\bnode\b.*--test(?![\w-])/, some: 'node --test {files}' },
  pytest: { words: /\b(?:pytest|py\.test)\b/, some: 'python3 -m pytest -rfEp {files}' },
  unittest: { words: /-m\s+unittest\b/, some: 'python3 -m unittest -v {files}' },
  cargo: { words: /\bcargo\s+test\b/, some: 'cargo test' },
  go: { words: /\bgo\s+test\b/, some: 'go test -v ./...' },
} as const

/** Why a command is no use, and what helps; for people. */
export function cannotBeCounted(command: string): string {
  const known = Object.keys(RUNNERS).join(', ')
  return `what \`${command}\` prints cannot be counted, so it proves nothing; let implement.test and implement.testFiles run ${known}, or anything that prints TAP; implement.judgeBy: 'exit-code' accepts its exit code instead`
}

export function detectTools(options: {
  readonly files: readonly string[]
  readonly packageJson: string | undefined
  readonly settings: Pick<ImplementSettings, 'test' | 'testFiles'>
}): TestTools | undefined {
  const { files, settings } = options
  const found = fromPackage(options.packageJson, files) ?? fromFiles(files)
  const { test, testFiles } = settings
  if (test === undefined && testFiles === undefined) return found
  const script = scriptOf(test, options.packageJson)
  const all = test ?? found?.all ?? testFiles?.replace('{files}', '').trim() ?? ''
  const framework =
    runnerOf(test) ?? runnerOf(script) ?? runnerOf(testFiles) ?? found?.framework ?? 'own'
  // Without a word on single files, the framework's own way serves if there is one.
  const own = framework === found?.framework ? found.some : someWith(framework, script ?? all)
  const known = test === undefined ? found?.script : script
  return {
    framework,
    all,
    some: testFiles ?? own,
    ...(known === undefined ? {} : { script: known }),
    from: 'the config',
  }
}

/** The script of a package manager that a command is, and nothing else. */
function scriptOf(command: string | undefined, packageJson: string | undefined) {
  const call = /^(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?([\w:.-]+)$/.exec(
    command?.trim() ?? '',
  )
  const name = call?.[1] === 't' ? 'test' : (call?.[1] ?? '')
  const script = readPackage(packageJson)?.scripts?.[name]
  return typeof script === 'string' ? script : undefined
}

function runnerOf(command: string | undefined): keyof typeof RUNNERS | undefined {
  const names = Object.keys(RUNNERS) as (keyof typeof RUNNERS)[]
  return names.find((name) => RUNNERS[name].words.test(command ?? ''))
}

/** Whether a command, or the script that it stands for, names a runner. */
export function isKnownRunner(command: string, tools: TestTools | undefined): boolean {
  return (runnerOf(command) ?? runnerOf(tools?.script)) !== undefined
}

/** How single files are run, with those flags of a command that they need too, such as a loader. */
function someWith(framework: Framework, command: string | undefined): string {
  if (framework === 'own') return command ?? ''
  if (framework === 'node:test') return nodeWith(command)
  const { some } = RUNNERS[framework]
  if (framework !== 'mocha') return some
  const flags = command?.match(/\s(?:-r|--require|--import|--loader|-u|--ui|--config)[= ]\S+/g)
  return some.replace(' {files}', () => `${flags?.join('') ?? ''} {files}`)
}

function fromPackage(text: string | undefined, files: readonly string[]): TestTools | undefined {
  const manifest = readPackage(text)
  if (manifest === undefined) return undefined
  const { scripts = {}, dependencies = {}, devDependencies = {} } = manifest
  const script = testScript(scripts)
  const isInstalled = (name: string) => name in dependencies || name in devDependencies
  const installed = (['vitest', 'jest', 'mocha', 'jasmine'] as const).find(isInstalled)
  const framework =
    runnerOf(script) ?? installed ?? (script === undefined ? 'node:test' : ('own' as const))
  const isWrapped = script !== undefined && ('pretest' in scripts || 'posttest' in scripts)
  const whole = framework === 'vitest' ? once(script) : script
  const all = isWrapped ? `${managerOf(files)} test` : (whole ?? BARE[framework] ?? framework)
  const from = script === undefined ? 'package.json' : 'the script "test" of package.json'
  const some = framework === 'own' ? all : someWith(framework, script)
  return { framework, all, some, ...(isWrapped ? { script } : {}), from }
}

/** Commands that are not just the name of their runner. */
const BARE: Readonly<Partial<Record<Framework, string>>> = {
  'node:test': 'node --test',
  vitest: 'vitest run',
}

/** What `npm init` writes runs no tests. */
function testScript(scripts: Readonly<Record<string, unknown>>): string | undefined {
  const { test } = scripts
  return typeof test === 'string' && !/no test specified/.test(test) ? test : undefined
}

/** Bare `vitest` would watch for changes and never end. */
function once(script: string | undefined): string | undefined {
  return script?.trim() === 'vitest' ? 'vitest run' : script
}

function nodeWith(command: string | undefined): string {
  const flags =
    /\bnode\s+((?:--?[\w-]+(?:=\S+)?\s+)*?--test)(?![\w-])/.exec(command ?? '')?.[1] ?? '--test'
  return `node ${flags} {files}`
}

function readPackage(text: string | undefined): Package | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Package)
  } catch {
    return undefined // a manifest that cannot be read says nothing
  }
}

/** Which package manager runs scripts here. */
export function managerOf(files: readonly string[]): string {
  if (files.includes('pnpm-lock.yaml')) return 'pnpm'
  return files.includes('yarn.lock') ? 'yarn' : 'npm'
}

function fromFiles(files: readonly string[]): TestTools | undefined {
  const has = (...names: string[]) => names.find((name) => files.includes(name))
  const python =
    has('pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini', 'setup.py', 'requirements.txt') ??
    files.find((file) => /(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/.test(file))
  const known = [
    { framework: 'cargo', all: 'cargo test', from: has('Cargo.toml') },
    { framework: 'go', all: RUNNERS.go.some, from: has('go.mod') },
    { framework: 'pytest', all: 'python3 -m pytest', from: python },
  ] as const
  for (const { framework, all, from } of known)
    if (from !== undefined) return { framework, all, some: RUNNERS[framework].some, from }
  return undefined
}

/** The command for these files. */
export function someTests({ some }: TestTools, files: readonly string[]): string {
  return some.replace('{files}', () => files.map(shellQuote).join(' '))
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function requireTools({ tools }: { readonly tools: TestTools | undefined }): TestTools {
  if (tools !== undefined) return tools
  throw new Error(
    'There is no known way to run the tests of this project. Set implement.test in agentos.config.mts.',
  )
}
