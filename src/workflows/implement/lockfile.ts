/** What a lockfile pins: packages with their versions, where they come from, and their checksums. */
import { basename } from 'node:path/posix'

export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** Addresses, with whatever is not fetched from a registry spelled as the file has it. */
  readonly sources: readonly string[]
  readonly checksums: readonly string[]
}

type Reader = (text: string) => LockedPackage[]

const READERS: Readonly<Record<string, Reader>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'yarn.lock': yarn,
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
function yarn(text: string): LockedPackage[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const name = /^"?((?:@[^/"]+\/)?[^@"\s]+)@.*:$/m.exec(block)?.[1]
    const value = (key: string) =>
      new RegExp(`^ {2}${key}:? "?([^"\\n]+?)"?$`, 'm').exec(block)?.[1]
    if (name === undefined || name === '__metadata') return []
    return {
      name,
      version: value('version') ?? '',
      sources: given(value('resolved')?.replace(/#.*/, '') ?? berrySource(value('resolution'))),
      checksums: given(value('integrity'), value('checksum'), value('resolved')?.split('#')[1]),
    }
  })
}

/** What is not fetched from npm's registry. */
function berrySource(resolution: string | undefined): string | undefined {
  const from = /^(?:@[^/]+\/)?[^@]+@(.*)$/.exec(resolution ?? '')?.[1]
  return from === undefined || /^npm:[^:]*$/.test(from) ? undefined : from
}

function pnpm(text: string): LockedPackage[] {
  const entries = text.matchAll(
    /^ {2}'?\/?((?:@[^/@]+\/)?[^@/'\s]+)[@/]([^:'(\n]+).*:\n {4}resolution: \{(.*)\}$/gm,
  )
  return [...entries].map(([, name = '', version = '', resolution = '']) => {
    const value = (key: string) => new RegExp(`\\b${key}: ([^,}\\s]+)`).exec(resolution)?.[1]
    const sources = given(value('tarball'), value('repo'), value('directory'))
    return { name, version, sources, checksums: given(value('integrity'), value('commit')) }
  })
}

function bun(text: string): LockedPackage[] {
  const entries = text.matchAll(
    /^\s+"[^"]+": \["((?:@[^/"]+\/)?[^@"]+)@([^"]+)"(?:, "([^"]*)")?(?:, \{.*\})?(?:, "([^"]*)")?\]/gm,
  )
  return [...entries].map(([, name = '', version = '', source, checksum]) => ({
    ...{ name, version, sources: given(source), checksums: given(checksum) },
  }))
}

/** Cargo, Poetry and uv: a table for each package, its files and their hashes within. */
function toml(text: string): LockedPackage[] {
  return text
    .split(/^\[\[package\]\]$/m)
    .slice(1)
    .map((block) => {
      const value = (key: string) => new RegExp(`^${key} = "([^"]+)"`, 'm').exec(block)?.[1]
      const all = (pattern: RegExp) => [...block.matchAll(pattern)].map(([, found = '']) => found)
      return {
        name: value('name') ?? '',
        version: value('version') ?? '',
        sources: all(/\b(?:source|url|registry|git) = "([^"]+)"/g),
        checksums: all(/\b(?:checksum|hash|resolved_reference) = "([^"]+)"/g),
      }
    })
}

function go(text: string): LockedPackage[] {
  return [...text.matchAll(/^(\S+) (\S+) (h1:\S+)$/gm)].map(
    ([, name = '', version = '', checksum]) => ({
      ...{ name, version, sources: [], checksums: given(checksum) },
    }),
  )
}

function given(...values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => (value === undefined || value === '' ? [] : [value]))
}
