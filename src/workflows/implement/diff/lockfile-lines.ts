/**
 * Lockfiles that are read line by line, as their tools write them: yarn's first version, and the TOML of Cargo,
 * Poetry and uv. A line in any other spelling could say the same to a tool and nothing to this reader, so
 * it is told as odd.
 */
import { given, type Locked } from './lockfile-package.ts'

const HEADER = /^"?((?:@[^/"]+\/)?[^@"\s]+)@(?:npm:((?:@[^/"]+\/)?[^@"\s]+)@)?.*:$/
const FIELD = /^ {2}(version|resolved|integrity) (?:"([^"\\]*)"|([^\s"]+))$/
const LIST = /^ {2}(dependencies|optionalDependencies):$/
const LISTED = /^ {4}("[^"\\]+"|[^\s"]+) ("[^"\\]*"|[^\s"]+)$/

interface YarnEntry {
  readonly name: string
  readonly fields: Map<string, string>
  readonly rest: string[]
}

export function yarn(text: string): Locked {
  const packages = readYarn(text).entries.map(({ name, fields, rest }) => {
    const [source, hash] = fields.get('resolved')?.split('#') ?? []
    const checksums = given(fields.get('integrity'), hash)
    return { name, version: fields.get('version') ?? '', sources: given(source), checksums, rest }
  })
  return { packages, rest: [] }
}

export function oddYarnLines(text: string): string[] {
  return readYarn(text).odd
}

function readYarn(text: string): { readonly entries: YarnEntry[]; readonly odd: string[] } {
  const entries: YarnEntry[] = []
  const odd: string[] = []
  let list: string | undefined
  for (const line of linesOf(text)) {
    if (line === '' || line.startsWith('#')) continue
    const [, alias, name = alias] = HEADER.exec(line) ?? []
    const [, field, quoted, value = quoted] = FIELD.exec(line) ?? []
    const { fields, rest } = entries.at(-1) ?? {}
    if (list !== undefined && LISTED.test(line)) {
      rest?.push(`${rest[0]} ${list} ${line.trim()}`)
      continue
    }
    list = LIST.test(line) ? line.trim() : undefined
    if (name !== undefined) entries.push({ name, fields: new Map(), rest: [line] })
    else if (field !== undefined && value !== undefined && fields?.has(field) === false)
      fields.set(field, value)
    else if (list === undefined) odd.push(line)
  }
  return { entries, odd }
}

/** Cargo, Poetry and uv: a table for each package, its files and their hashes within. */
export function toml(text: string): Locked {
  const [before = '', ...blocks] = linesOf(text)
    .join('\n')
    .split(/^\[\[package\]\]$/m)
  const read = blocks.map((block) => {
    // The last package is followed by tables that belong to none.
    const [own = '', ...behind] = block.split(/^(?=\[(?!\[?package\.))/m)
    const value = (key: string) => new RegExp(`^${key} = "([^"]+)"`, 'm').exec(block)?.[1]
    const all = (pattern: RegExp) => [...block.matchAll(pattern)].map(([, found = '']) => found)
    const pinned = {
      name: value('name') ?? '',
      version: value('version') ?? '',
      sources: [
        ...all(/\b(?:source|url|registry|git) = "([^"]+)"/g),
        ...all(/\b(?:path|directory|editable|virtual) = "((?:\/|\.\.)[^"]*)"/g),
      ],
      checksums: all(/\b(?:checksum|hash|resolved_reference) = "([^"]+)"/g),
      rest: tomlFacts(own),
    }
    return { pinned, behind: behind.flatMap(tomlFacts) }
  })
  return {
    packages: read.map(({ pinned }) => pinned),
    rest: [...tomlFacts(before), ...read.flatMap(({ behind }) => behind)],
  }
}

/** Its lines, with the table and the list that they are in. */
function tomlFacts(text: string): string[] {
  let table = ''
  let list = ''
  return text.split('\n').flatMap((line) => {
    if (/^(?:#.*|(?:name|version|source|checksum) = "[^"]*"|)$/.test(line)) return []
    if (line.startsWith('[')) table = `${line} `
    const isWithin = /^[\s\]}]/.test(line)
    if (!isWithin) list = /[[{]$/.test(line) ? `${line} ` : ''
    if (line.startsWith('[')) return [line]
    return line === ']' || list.trim() === line
      ? []
      : [`${table}${isWithin ? list : ''}${line.trim()}`]
  })
}

const TABLE = /^\[\[?[\w-]+(\.([\w-]+|"[^"\\]+"))*\]\]?$/
const STRING = /"(?:[^"\\]|\\.)*"/g
/** A key and its value, or a part of a list, with strings left empty. */
const PLAIN = /^(?:(?:[\w.-]+|"") = |[ \t]*["{\]])[^\\']*$/
const READ =
  '(?:name|version|source|url|registry|git|path|directory|editable|virtual|checksum|hash|resolved_reference)'
const READ_KEY = new RegExp(`(?<![\\w-])${READ}\\s*=`, 'g')
const AS_READ = new RegExp(`(?<![\\w-])${READ} = (?:""|\\{)`, 'g')
const QUOTED_KEY = new RegExp(`"${READ}"\\s*=|\\\\[^"]*"\\s*=`)

export function oddTomlLines(text: string): string[] {
  return linesOf(text).filter((line) => {
    if (/^(#.*|version = \d+)?$/.test(line) || TABLE.test(line)) return false
    const plain = line.replaceAll(STRING, '""')
    const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0
    if (!PLAIN.test(plain) || line.includes('"""') || QUOTED_KEY.test(line)) return true
    return count(READ_KEY) !== count(AS_READ)
  })
}

/** Whatever ends the lines. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}
