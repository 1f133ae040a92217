/** Files without a grammar: headings of documents, sections and top-level keys of settings, definitions by their looks. */
import { type FileSymbol, joinUses } from './file-index.ts'

export interface ReadText {
  readonly symbols: readonly FileSymbol[]
  readonly uses: string
}

const MOST_HEADINGS = 300
const MOST_NAMES = 500

export function readText(path: string, text: string): ReadText {
  const lines = text.split('\n')
  const found = headingsOf(path, lines).slice(0, MOST_HEADINGS)
  return { symbols: withRanges(found, lines.length), uses: namesIn(text) }
}

interface Heading {
  readonly line: number
  /** 1 is outermost. */
  readonly level: number
  readonly name: string
  readonly isCode: boolean
}

function headingsOf(path: string, lines: readonly string[]): Heading[] {
  if (/\.(md|mdx|markdown)$/i.test(path)) return markdown(lines)
  if (/\.(rst|txt|adoc)$/i.test(path)) return underlined(lines)
  if (/\.(ya?ml)$/i.test(path)) return matching(lines, /^([\w.-]+):/)
  if (/\.(toml|ini|cfg|conf|editorconfig)$/i.test(path)) return matching(lines, /^\[+([^\]]+)\]+/)
  if (/\.json[c5]?$/i.test(path)) return matching(lines, topLevelKey(lines))
  if (/(^|\/)(GNU)?[Mm]akefile$|\.mk$/.test(path)) return matching(lines, /^([\w./-]+)\s*:(?!=)/)
  if (/\.(html?|xml|svg|csv|tsv|log)$/i.test(path)) return []
  return definitions(lines)
}

function markdown(lines: readonly string[]): Heading[] {
  let fence: string | undefined
  return lines.flatMap((line, index) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      return []
    }
    fence = mark
    const [, marks = '', name = ''] = /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) ?? []
    return name === '' ? [] : [{ line: index + 1, level: marks.length, name, isCode: false }]
  })
}

/** reStructuredText and the like: the kinds of lines below headings are levels by their first use. */
function underlined(lines: readonly string[]): Heading[] {
  const levels: string[] = []
  return lines.flatMap((line, index) => {
    const below = lines[index + 1] ?? ''
    const isHeading =
      /^([=\-~^"'`#*+.:_])\1{2,}\s*$/.test(below) &&
      /^\S/.test(line) &&
      line.length <= below.length + 2
    if (!isHeading || /^(\W)\1*\s*$/.test(line)) return []
    const kind = below.charAt(0)
    if (!levels.includes(kind)) levels.push(kind)
    return [{ line: index + 1, level: levels.indexOf(kind) + 1, name: line.trim(), isCode: false }]
  })
}

/** A key of JSON that stands as far in as the first one. */
function topLevelKey(lines: readonly string[]): RegExp {
  const indent = /^\s*(?=")/.exec(lines.find((line) => /^\s+"/.test(line)) ?? '')?.[0] ?? ''
  return new RegExp(`^${indent}"([^"]+)":`)
}

function matching(lines: readonly string[], pattern: RegExp): Heading[] {
  return lines.flatMap((line, index) => {
    const name = pattern.exec(line)?.[1]
    return name === undefined ? [] : [{ line: index + 1, level: 1, name, isCode: false }]
  })
}

const DEFINITION =
  /^(\s*)(?:(?:export|public|private|protected|internal|open|abstract|final|static|sealed|override|suspend|async|data|local|pub|inline)\s+)*(?:class|struct|interface|protocol|trait|object|enum|fun|func|function|fn|def|defp|defmodule|module|sub|proc|actor|extension|message|service|rpc|resource|type)\s+([\w.:"$-]+)/

/** Kotlin, Swift, Elixir, Lua, protobuf, Terraform, …: what looks like a definition, nested by its indentation. */
function definitions(lines: readonly string[]): Heading[] {
  const indents: number[] = []
  return lines.flatMap((line, index) => {
    const [, space = '', name] = DEFINITION.exec(line.length > 400 ? '' : line) ?? []
    if (name === undefined) return []
    const indent = space.replaceAll('\t', '    ').length
    while ((indents.at(-1) ?? -1) >= indent) indents.pop()
    indents.push(indent)
    return [{ line: index + 1, level: indents.length, name: name.replace(/"/g, ''), isCode: true }]
  })
}

/** A heading reaches to the next one of its level or above. */
function withRanges(headings: readonly Heading[], lines: number): FileSymbol[] {
  const outer: number[] = []
  return headings.map(({ line, level, name, isCode }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level)
    while ((outer.at(-1) ?? 0) >= level) outer.pop()
    const depth = outer.length
    outer.push(level)
    return {
      kind: isCode ? 'function' : 'heading',
      name: name.slice(0, 120),
      signature: name.slice(0, 120),
      doc: '',
      from: line,
      to: Math.max(line, (next?.line ?? lines + 1) - 1),
      depth,
    }
  })
}

/** Words that look like names of code: in backticks, with an underscore or a capital inside, or called. */
const CODE_WORDS =
  /`([A-Za-z_$][\w$.]{2,60})(?:\(\))?`|\b([A-Za-z]+_\w+|[A-Za-z]+[a-z][A-Z]\w*|[A-Z]{2,}[a-z]\w*|[A-Za-z_]\w{2,}(?=\())/g

function namesIn(text: string): string {
  const uses = new Map<string, number>()
  for (const [, quoted, bare] of text.matchAll(CODE_WORDS)) {
    for (const name of (quoted ?? bare ?? '').split('.')) {
      if (name.length < 3 || name.length > 80) continue
      if (uses.has(name) || uses.size < MOST_NAMES) uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  }
  return joinUses(uses)
}
