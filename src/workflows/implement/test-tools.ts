/** How a project's tests are run: from the config, or from what the project has. Never from a model. */
import type { ImplementSettings } from './settings.ts'

export type Framework = 'node:test' | 'vitest' | 'jest' | 'pytest' | 'cargo' | 'go' | 'own'

export interface TestTools {
  readonly framework: Framework
  /** Shell commands. `some` has `{files}` in it where a framework can run single files. */
  readonly all: string
  readonly some: string
  /** Where this is known from, for people. */
  readonly from: string
}

interface Package {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, unknown>>
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
  const all = test ?? found?.all ?? testFiles?.replace('{files}', '').trim() ?? ''
  // Without a word on single files, the framework's own way serves if there is one.
  const some = testFiles ?? found?.some ?? all
  return { framework: found?.framework ?? 'own', all, some, from: 'the config' }
}

function fromPackage(text: string | undefined, files: readonly string[]): TestTools | undefined {
  const manifest = readPackage(text)
  if (manifest === undefined) return undefined
  const { scripts = {}, dependencies = {}, devDependencies = {} } = manifest
  const script = typeof scripts.test === 'string' ? scripts.test : undefined
  const uses = (name: string) =>
    name in dependencies ||
    name in devDependencies ||
    new RegExp(`\\b${name}\\b`).test(script ?? '')
  const isWrapped = 'pretest' in scripts || 'posttest' in scripts
  const whole = script === undefined || isWrapped ? undefined : script
  const run = isWrapped ? `${managerOf(files)} test` : whole
  const from = script === undefined ? 'package.json' : 'the script "test" of package.json'
  if (uses('vitest'))
    return { framework: 'vitest', all: once(run) ?? 'vitest run', some: 'vitest run {files}', from }
  if (uses('jest')) return { framework: 'jest', all: run ?? 'jest', some: 'jest {files}', from }
  if (script === undefined || /\bnode\b.*--test\b/.test(script))
    return { framework: 'node:test', all: run ?? 'node --test', some: someOf(script), from }
  return { framework: 'own', all: run ?? script, some: run ?? script, from }
}

/** Bare `vitest` would watch for changes and never end. */
function once(script: string | undefined): string | undefined {
  return script?.trim() === 'vitest' ? 'vitest run' : script
}

/** The script's own flags, such as a loader, also for single files. */
function someOf(script: string | undefined): string {
  const flags =
    /\bnode\s+((?:--?[\w-]+(?:=\S+)?\s+)*?--test)(?![\w-])/.exec(script ?? '')?.[1] ?? '--test'
  return `node ${flags} {files}`
}

function readPackage(text: string | undefined): Package | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Package)
  } catch {
    return undefined // a manifest that cannot be read says nothing
  }
}

function managerOf(files: readonly string[]): string {
  if (files.includes('pnpm-lock.yaml')) return 'pnpm'
  return files.includes('yarn.lock') ? 'yarn' : 'npm'
}

function fromFiles(files: readonly string[]): TestTools | undefined {
  const has = (...names: string[]) => names.find((name) => files.includes(name))
  const cargo = has('Cargo.toml')
  if (cargo !== undefined)
    return { framework: 'cargo', all: 'cargo test', some: 'cargo test', from: cargo }
  const go = has('go.mod')
  if (go !== undefined)
    return { framework: 'go', all: 'go test -v ./...', some: 'go test -v ./...', from: go }
  const python =
    has('pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini', 'setup.py', 'requirements.txt') ??
    files.find((file) => /(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/.test(file))
  if (python === undefined) return undefined
  return {
    framework: 'pytest',
    all: 'python3 -m pytest',
    some: 'python3 -m pytest {files}',
    from: python,
  }
}

/** The command for these files. */
export function someTests({ some }: TestTools, files: readonly string[]): string {
  return some.replace('{files}', () => files.map(shellQuote).join(' '))
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
