/**
 * Lockfiles that a parser of YAML reads: those of pnpm and of newer yarn, and bun's, whose JSON with trailing
 * commas is YAML too. However it is laid out, an entry is read or the whole text is refused (TypeError).
 */
import { parseDocument, visit } from 'yaml'
import { given, type LockedPackage } from './lockfile-package.ts'

type Fields = Readonly<Record<string, unknown>>

export function pnpm(text: string): LockedPackage[] {
  return Object.entries(fields(read(text).packages ?? {})).map(([key, entry]) => {
    const [, name = key, version = ''] = /^\/?((?:@[^/@]+\/)?[^@/:]+)[@/]([^(]+)/.exec(key) ?? []
    const { integrity, commit, type: _, ...sources } = fields(fields(entry).resolution)
    const checksums = given(word(integrity), word(commit))
    return { name, version, sources: given(...Object.values(sources).map(word)), checksums }
  })
}

/** Of newer yarn. */
export function berry(text: string): LockedPackage[] {
  const { __metadata: _, ...entries } = read(text)
  return Object.entries(entries).map(([key, value]) => {
    const { version, resolution, checksum } = fields(value)
    const [, name = key, from] = /^((?:@[^/]+\/)?[^@]+)@(.*)$/s.exec(word(resolution) ?? key) ?? []
    const isRegistry = from === undefined || /^npm:[^:]*$/.test(from)
    const sources = isRegistry ? [] : [from]
    return { name, version: word(version) ?? '', sources, checksums: given(word(checksum)) }
  })
}

/** `[name@version, registry, {…}, checksum]`; what is not of a registry has neither of the two. */
export function bun(text: string): LockedPackage[] {
  return Object.entries(fields(read(text).packages ?? {})).map(([key, entry]) => {
    if (!Array.isArray(entry)) throw new TypeError(`${key} is no list`)
    const [id = '', ...words] = entry.filter((part) => typeof part === 'string')
    const [, name = key, version = ''] = /^((?:@[^/]+\/)?[^@]+)@(.+)$/s.exec(id) ?? []
    const checksums = given(words.pop())
    const place = /:/.test(version) && !version.startsWith('workspace:') ? version : undefined
    return { name, version, sources: given(place, ...words), checksums }
  })
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
