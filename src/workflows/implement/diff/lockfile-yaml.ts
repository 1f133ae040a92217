/**
 * Lockfiles that a parser of YAML reads: those of pnpm and of newer yarn, and bun's, whose JSON with trailing
 * commas is YAML too. However it is laid out, an entry is read or the whole text is refused (TypeError).
 */
import { parseDocument, visit } from 'yaml'
import {
  below,
  entryFacts,
  facts,
  given,
  type Locked,
  type LockedPackage,
} from './lockfile-package.ts'

type Fields = Readonly<Record<string, unknown>>

export function pnpm(text: string): Locked {
  const { packages = {}, snapshots = {}, ...others } = read(text)
  const pinned = Object.entries(fields(packages)).map(([key, entry]) => {
    const { resolution, ...more } = fields(entry)
    const { integrity, commit, type: _, ...sources } = fields(resolution)
    return {
      ...pnpmKey(key),
      sources: given(...Object.values(sources).map(word)),
      checksums: given(word(integrity), word(commit)),
      rest: entryFacts(more, below('packages', key)),
    }
  })
  const edges = Object.entries(fields(snapshots)).map(([key, entry]) => ({
    ...pnpmKey(key),
    sources: [],
    checksums: [],
    rest: entryFacts(fields(entry), below('snapshots', key)),
  }))
  return { packages: [...pinned, ...edges, ...linked(others)], rest: facts(others) }
}

function pnpmKey(key: string): Pick<LockedPackage, 'name' | 'version'> {
  const [, name = key, version = ''] = /^\/?((?:@[^/@]+\/)?[^@/:]+)[@/]([^(]+)/.exec(key) ?? []
  return { name, version }
}

/** Folders and files that the project depends on directly: `x: {version: link:../x}`, and `x: link:../x` before. */
function linked(value: unknown, name = ''): LockedPackage[] {
  if (typeof value !== 'object' || value === null) {
    const place = String(value)
    if (!/^(?:link|file):/.test(place)) return []
    return [{ name, version: place, sources: [place], checksums: [], rest: [] }]
  }
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'specifier' ? [] : linked(part, key === 'version' ? name : key),
  )
}

/** Of newer yarn. */
export function berry(text: string): Locked {
  const { __metadata, ...entries } = read(text)
  const packages = Object.entries(entries).map(([key, value]) => {
    const { version, resolution, checksum, ...more } = fields(value)
    const [, name = key, from] = /^((?:@[^/]+\/)?[^@]+)@(.*)$/s.exec(word(resolution) ?? key) ?? []
    const isRegistry = from === undefined || /^npm:[^:]*$/.test(from)
    return {
      name,
      version: word(version) ?? '',
      sources: isRegistry ? [] : [from],
      checksums: given(word(checksum)),
      rest: entryFacts(more, below('', key)),
    }
  })
  return { packages, rest: facts(__metadata ?? {}, '__metadata') }
}

/** `[name@version, registry, {…}, checksum]`; what is not of a registry has neither of the two. */
export function bun(text: string): Locked {
  const { packages = {}, ...others } = read(text)
  const pinned = Object.entries(fields(packages)).map(([key, entry]) => {
    if (!Array.isArray(entry)) throw new TypeError(`${key} is no list`)
    const [id = '', ...words] = entry.filter((part) => typeof part === 'string')
    const [, name = key, version = ''] = /^((?:@[^/]+\/)?[^@]+)@(.+)$/s.exec(id) ?? []
    const checksums = given(words.pop())
    const place = /:/.test(version) && !version.startsWith('workspace:') ? version : undefined
    const path = below('packages', key)
    const rest = entry.flatMap((part, index) =>
      typeof part === 'string' ? [] : facts(part, `${path}[${index}]`),
    )
    return { name, version, sources: given(place, ...words), checksums, rest: [path, ...rest] }
  })
  return { packages: pinned, rest: facts(others) }
}

/** Nothing is taken for a number, so versions stay as they are written. */
function read(text: string): Fields {
  const document = parseDocument(text, { schema: 'failsafe' })
  if (document.errors.length > 0) throw new TypeError('no YAML')
  visit(document, {
    Alias: () => refuse('alias'),
    Node: (_, node) =>
      ('anchor' in node && node.anchor) || node.tag ? refuse('anchor or tag') : undefined,
  })
  return fields(document.toJS() ?? {})
}

function refuse(what: string): never {
  throw new TypeError(`no lockfile has an ${what}`)
}

function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new TypeError('an entry without fields')
}

function word(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return JSON.stringify(value)
}
