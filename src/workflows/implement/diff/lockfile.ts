/** What a lockfile pins: packages with their versions, where they come from, and their checksums. */
import { basename } from 'node:path/posix'
import { linesOf, oddTomlLines, oddYarnLines, toml, yarn } from './lockfile-lines.ts'
import {
  below,
  entryFacts,
  facts,
  given,
  type Locked,
  type LockedPackage,
} from './lockfile-package.ts'
import { berry, bun, pnpm } from './lockfile-yaml.ts'

interface Format {
  readonly read: (text: string) => Locked
  /** Lines that are spelled otherwise than the format's tool does, so that nobody here can read them. */
  readonly odd?: (text: string) => string[]
}

const NPM: Format = { read: npm }
const TOML: Format = { read: toml, odd: oddTomlLines }
const FORMATS: Readonly<Record<string, Format>> = {
  'package-lock.json': NPM,
  'npm-shrinkwrap.json': NPM,
  /** Both of its forms: `version "1.0.0"` and `version: 1.0.0`. */
  'yarn.lock': {
    read: (text) => (isBerry(text) ? berry(text) : yarn(text)),
    odd: (text) => (isBerry(text) ? [] : oddYarnLines(text)),
  },
  'pnpm-lock.yaml': { read: pnpm },
  'bun.lock': { read: bun },
  'Cargo.lock': TOML,
  'poetry.lock': TOML,
  'uv.lock': TOML,
  'go.sum': {
    read: go,
    odd: (text) => linesOf(text).filter((line) => line !== '' && !GO.test(line)),
  },
}
/** Those that nobody reads here. */
const OTHERS: ReadonlySet<string> = new Set(['Pipfile.lock', 'composer.lock', 'Gemfile.lock'])

export function isLockfile(path: string): boolean {
  return isReadable(path) || OTHERS.has(basename(path))
}

/** Whether its format is one that is read here. */
export function isReadable(path: string): boolean {
  return basename(path) in FORMATS
}

/** Undefined for a format that is not known, and for a text that is not of its format. */
export function lockedPackages(path: string, text: string): Locked | undefined {
  try {
    return FORMATS[basename(path)]?.read(text)
  } catch (error) {
    // What is not of its format does not parse, or lacks what the format has.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

export function oddLines(path: string, text: string): string[] {
  return FORMATS[basename(path)]?.odd?.(text) ?? []
}

interface NpmEntry {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dependencies?: NpmDependencies
}

type NpmDependencies = Readonly<Record<string, NpmEntry | string>>

interface NpmLockfile {
  readonly packages?: Readonly<Record<string, NpmEntry>>
  readonly dependencies?: NpmDependencies
}

/** By place since version 2, nested before; with both, both are read. */
function npm(text: string): Locked {
  const { packages = {}, dependencies = {}, ...others } = JSON.parse(text) as NpmLockfile
  const { '': root, ...places } = packages
  const placed = Object.entries(places).map(([place, entry]) => {
    const name = entry.name ?? place.replace(/^.*node_modules\//, '')
    return npmPackage(name, below('packages', place), entry)
  })
  return {
    packages: [...placed, ...nested(dependencies, 'dependencies')],
    rest: [...facts(others), ...facts(root ?? {}, below('packages', ''))],
  }
}

function nested(dependencies: NpmDependencies, path: string): LockedPackage[] {
  return Object.entries(dependencies).flatMap(([name, entry]) => {
    if (typeof entry === 'string') return []
    const { dependencies: inner = {}, ...own } = entry
    const place = below(path, name)
    return [npmPackage(name, place, own), ...nested(inner, below(place, 'dependencies'))]
  })
}

function npmPackage(name: string, place: string, entry: NpmEntry): LockedPackage {
  const { name: _, version = '', resolved, integrity, ...others } = entry
  const rest = entryFacts(others, place)
  return { name, version, sources: given(resolved), checksums: given(integrity), rest }
}

function isBerry(text: string): boolean {
  return /^["']?__metadata["']?\s*:/m.test(text)
}

const GO = /^(\S+) (\S+) (h1:\S+)$/

function go(text: string): Locked {
  const packages = linesOf(text).flatMap((line) => {
    const [, name, version = '', checksum] = GO.exec(line) ?? []
    if (name === undefined) return []
    return { name, version, sources: [], checksums: given(checksum), rest: [] }
  })
  return { packages, rest: [] }
}
