/** What a lockfile pins: packages with their versions, where they come from, and their checksums. */
import { basename } from 'node:path/posix'
import { linesOf, oddTomlLines, oddYarnLines, toml, yarn } from './lockfile-lines.ts'
import { given, type LockedPackage } from './lockfile-package.ts'
import { berry, bun, pnpm } from './lockfile-yaml.ts'

type Reader = (text: string) => LockedPackage[]

const READERS: Readonly<Record<string, Reader>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'yarn.lock': anyYarn,
  'pnpm-lock.yaml': pnpm,
  'bun.lock': bun,
  'Cargo.lock': toml,
  'poetry.lock': toml,
  'uv.lock': toml,
  'go.sum': go,
}
/** Those that nobody reads here. */
const OTHERS: ReadonlySet<string> = new Set(['Pipfile.lock', 'composer.lock', 'Gemfile.lock'])

export function isLockfile(path: string): boolean {
  return isReadable(path) || OTHERS.has(basename(path))
}

/** Whether its format is one that is read here. */
export function isReadable(path: string): boolean {
  return basename(path) in READERS
}

/** Undefined for a format that is not known, and for a text that is not of its format. */
export function lockedPackages(path: string, text: string): LockedPackage[] | undefined {
  try {
    return READERS[basename(path)]?.(text)
  } catch (error) {
    // What is not of its format does not parse, or lacks what the format has.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

const ODD_LINES: Readonly<Record<string, (text: string) => string[]>> = {
  'yarn.lock': (text) => (isBerry(text) ? [] : oddYarnLines(text)),
  'Cargo.lock': oddTomlLines,
  'poetry.lock': oddTomlLines,
  'uv.lock': oddTomlLines,
  'go.sum': (text) => linesOf(text).filter((line) => line !== '' && !GO.test(line)),
}

/** Lines that are spelled otherwise than the format's tool does, so that nobody here can read them. */
export function oddLines(path: string, text: string): string[] {
  return ODD_LINES[basename(path)]?.(text) ?? []
}

interface NpmEntry {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, NpmEntry | string>>
}

/** By place since version 2, nested before; with both, both are read. */
function npm(text: string): LockedPackage[] {
  const { packages = {}, dependencies = {} } = JSON.parse(text) as {
    packages?: Readonly<Record<string, NpmEntry>>
    dependencies?: Readonly<Record<string, NpmEntry>>
  }
  const placed = Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) =>
      npmPackage(entry.name ?? place.replace(/^.*node_modules\//, ''), entry),
    )
  return [...placed, ...nested(dependencies)]
}

function nested(dependencies: Readonly<Record<string, NpmEntry | string>>): LockedPackage[] {
  return Object.entries(dependencies).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [] : [npmPackage(name, entry), ...nested(entry.dependencies ?? {})],
  )
}

function npmPackage(name: string, { version = '', resolved, integrity }: NpmEntry): LockedPackage {
  return { name, version, sources: given(resolved), checksums: given(integrity) }
}

/** Both of its forms: `version "1.0.0"` and `version: 1.0.0`. */
function anyYarn(text: string): LockedPackage[] {
  return isBerry(text) ? berry(text) : yarn(text)
}

function isBerry(text: string): boolean {
  return /^["']?__metadata["']?\s*:/m.test(text)
}

const GO = /^(\S+) (\S+) (h1:\S+)$/

function go(text: string): LockedPackage[] {
  return linesOf(text).flatMap((line) => {
    const [, name, version = '', checksum] = GO.exec(line) ?? []
    return name === undefined ? [] : { name, version, sources: [], checksums: given(checksum) }
  })
}
