/** A project's own checks, such as its linter: from the config, or from what the project has. Never from a model. */
import type { ImplementSettings } from '../../settings.ts'
import type { TestTools } from '../test-tools.ts'
import { fromScripts } from './script-checks.ts'

/** `gofmt -l` prints the files that are not formatted, and succeeds. */
const GOFMT = '! gofmt -l . | grep .'

export interface DetectOptions {
  readonly files: readonly string[]
  /** Of a file of the project. */
  readonly read: (path: string) => Promise<string | undefined>
  readonly tools: TestTools | undefined
  readonly settings: Pick<ImplementSettings, 'checks' | 'test'>
}

/** Shell commands, the quickest first. */
export async function detectChecks(options: DetectOptions): Promise<string[]> {
  const { files, read, tools, settings } = options
  const { checks } = settings
  if (checks === false) return []
  if (checks !== undefined) return typeof checks === 'string' ? [checks] : [...checks]
  const has = (...names: string[]) => names.some((name) => files.includes(name))
  const packageJson = has('package.json') ? await read('package.json') : undefined
  return [
    ...fromScripts({ packageJson, files, isTestScript: settings.test === undefined }),
    ...(await pythonChecks(options)),
    ...(has('Cargo.toml') ? ['cargo clippy --all-targets -- -D warnings'] : []),
    ...(has('go.mod') ? ['go vet ./...', GOFMT] : []),
  ].filter((command) => command !== tools?.all)
}

async function pythonChecks({ files, read, tools }: DetectOptions): Promise<string[]> {
  const textOf = async (path: string) => (files.includes(path) ? ((await read(path)) ?? '') : '')
  const [pyproject, setup, tox] = await Promise.all([
    textOf('pyproject.toml'),
    textOf('setup.cfg'),
    textOf('tox.ini'),
  ])
  const has = (...names: string[]) => names.some((name) => files.includes(name))
  const isOf = (tool: string) => new RegExp(`^\\[tool\\.${tool}\\b`, 'm').test(pyproject)
  const section = (name: string) => new RegExp(`^\\[${name}\\]`, 'm').test(`${setup}\n${tox}`)
  const run = pythonTool(tools?.all ?? '')
  const hasRuff = has('ruff.toml', '.ruff.toml') || isOf('ruff')
  const hasFlake8 = has('.flake8') || section('flake8')
  const hasMypy = has('mypy.ini', '.mypy.ini') || isOf('mypy') || section('mypy')
  const hasPyright = has('pyrightconfig.json') || isOf('pyright')
  const mypy = await Promise.all(['mypy.ini', '.mypy.ini'].map(textOf))
  const sections = [
    ...[...mypy, setup].map((text) => sectionOf(text, 'mypy')),
    sectionOf(pyproject, 'tool.mypy'),
  ]
  const namesFiles = sections.some((text) => /^(?:files|packages|modules)\s*=/m.test(text))
  const types = [
    ...(hasMypy ? [run(namesFiles ? 'mypy' : 'mypy .')] : []),
    ...(hasPyright ? [run('pyright')] : []),
  ]
  const lint = [
    ...(hasRuff ? [run('ruff check .')] : []),
    ...(hasFlake8 && !hasRuff ? [run('flake8')] : []),
  ]
  return [
    ...(lint.length > 0 ? lint : toxChecks(tox, /^(?:lint|flake8|ruff|style|pylint)$/)),
    ...(types.length > 0 ? types : toxChecks(tox, /^(?:types?|typing|type-?check|mypy|pyright)$/)),
  ]
}

/** The lines below a heading, up to the next one. */
function sectionOf(text: string, name: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trim() === `[${name}]`)
  if (at < 0) return ''
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.startsWith('['))
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}

/** By environments of tox, where nothing says more directly how. */
function toxChecks(tox: string, names: RegExp): string[] {
  const found = [...tox.matchAll(/^\[testenv:([^\]]+)\]/gm)].map(([, name = '']) => name.trim())
  return found.filter((name) => names.test(name)).map((name) => `tox -q -e ${name}`)
}

/** Tools of Python are where its tests find their runner. */
function pythonTool(test: string): (tool: string) => string {
  const [, wrapper] = /^((?:uv|poetry|pipenv|pdm|hatch|rye)\s+run)\s/.exec(test) ?? []
  if (wrapper !== undefined) return (tool) => `${wrapper} ${tool}`
  const [, python = 'python3'] = /^(\S*python[\d.]*)\s+-m\s/.exec(test) ?? []
  return (tool) => `${python} -m ${tool}`
}
