/**
 * The findings of one tier. Whatever stands there and is not a plain "No issues found." counts: a
 * list's items with all that belongs to them, or, where there is no list, the prose. So a finding is
 * never lost by being written unusually.
 */

import { CATEGORIES, type Tier } from '../verdict-schema.ts'
import { type Line, listItem, refuse } from './markdown-lines.ts'
import { readableText } from './neutral-text.ts'

export interface ReviewFinding {
  readonly tier: Tier
  /** The heading it stands under; empty without one. */
  readonly category: string
  readonly title: string
  /** The rest of it, as Markdown. */
  readonly text: string
}

/** What stands under one heading. */
interface Group {
  readonly category: string
  readonly number: number
  readonly level: number
  readonly items: Item[]
  readonly paragraphs: string[][]
}

interface Item {
  readonly indent: number
  readonly lines: string[]
}

const KNOWN = [...CATEGORIES[1], ...CATEGORIES[2]]
const NONE =
  /^(?:none|n\/a|nothing|no (?:(?:blocking|high[- ]priority|tier [123]|critical|major|minor|significant|further|other|new|additional|cost|safety|security|legal|architecture|architectural|observability|quality) ){0,3}(?:issues?|findings?|concerns?|problems?|suggestions?|violations?))(?: (?:(?:were|was|are) )?(?:found|identified|noted|detected|raised|needed))? ?(?:[.!]|$)/i

export function readFindings(tier: Tier, lines: readonly Line[]): ReviewFinding[] {
  const groups = readGroups(lines)
  const unclear = groups.find(isUnclear)
  if (unclear !== undefined) {
    const place = unclear.category === '' ? `Tier ${tier}` : `Tier ${tier}, ${unclear.category},`
    refuse(
      `${place} says that there are no findings, and then lists some (from line ${unclear.number}).`,
    )
  }
  const [first, ...others] = groups.map((group, index) => ({
    texts: textsOf(group, groups[index + 1]),
    group,
  }))
  // Prose before the first heading only introduces what follows, if something does.
  const isIntroduction =
    first?.group.items.length === 0 && others.some(({ texts }) => texts.length > 0)
  const counted = first === undefined || isIntroduction ? others : [first, ...others]
  return counted.flatMap(({ texts, group }) =>
    texts.map((text) => finding(tier, group.category, text)),
  )
}

function readGroups(lines: readonly Line[]): Group[] {
  let group = createGroup({ number: lines[0]?.number ?? 0, text: '', level: 0 })
  let item: Item | undefined
  let isAfterBlank = true
  const groups = [group]
  function begin(heading: Pick<Line, 'number' | 'text' | 'level'>): void {
    group = createGroup(heading)
    groups.push(group)
    item = undefined
    isAfterBlank = true
  }
  for (const line of lines) {
    const inner = line.kind === 'text' ? listItem(line.text) : undefined
    if (line.kind === 'heading') {
      begin(line)
    } else if (line.kind === 'blank' || line.kind === 'rule') {
      if (line.kind === 'rule') item = undefined
      isAfterBlank = true
    } else if (item !== undefined && belongsTo(item, line, isAfterBlank)) {
      item.lines.push(line.text)
      isAfterBlank = false
    } else if (inner !== undefined) {
      item = { indent: line.indent, lines: [inner.replace(/^\[[ xX]?\]\s*/, '')] }
      group.items.push(item)
      isAfterBlank = false
    } else if (isCategory(line)) {
      begin({ ...line, text: plain(line.text), level: 7 })
    } else {
      const open = item === undefined && !isAfterBlank ? group.paragraphs.at(-1) : undefined
      if (open === undefined) group.paragraphs.push([line.text])
      else open.push(line.text)
      item = undefined
      isAfterBlank = false
    }
  }
  return groups
}

function createGroup({ number, text, level }: Pick<Line, 'number' | 'text' | 'level'>): Group {
  return { category: plain(text), number, level, items: [], paragraphs: [] }
}

/** A further item of the same list begins less than two columns further in. */
function belongsTo(item: Item, line: Line, isAfterBlank: boolean): boolean {
  if (line.kind === 'text' && listItem(line.text) !== undefined) {
    return line.indent >= item.indent + 2
  }
  return line.indent > item.indent || (line.kind === 'text' && !isAfterBlank)
}

/** Some write the categories in bold instead of as headings. */
function isCategory({ kind, text }: Line): boolean {
  return kind === 'text' && text.startsWith('**') && KNOWN.includes(plain(text))
}

/** Says none and has some: beside it, nested in it, or with a label of its own in its lines. */
function isUnclear({ items, paragraphs }: Group): boolean {
  const texts = [...items.map(({ lines }) => lines), ...paragraphs]
  const nones = texts.filter(isNone)
  if (nones.length > 0 && nones.length < texts.length) return true
  const isFurther = (line: string) => listItem(line) !== undefined || labelled(line).label !== ''
  return nones.some((lines) => lines.slice(1).some(isFurther))
}

function textsOf(group: Group, next: Group | undefined): string[][] {
  const items = group.items.map(({ lines }) => lines).filter((lines) => lines.join('') !== '')
  const isEmpty = items.length === 0 && group.paragraphs.length === 0
  if (items.length > 0) return items.filter((lines) => !isNone(lines))
  if (!isEmpty) return isNone(group.paragraphs.flat()) ? [] : [group.paragraphs.flat()]
  const isBare = group.category !== '' && !KNOWN.includes(group.category)
  // A heading of its own without text is a finding, unless more headings follow below it.
  return isBare && (next?.level ?? 0) <= group.level ? [[group.category]] : []
}

/** "No issues found." and what is like it; a bold label with a colon always begins a finding. */
function isNone(lines: readonly string[]): boolean {
  const text = lines.join(' ')
  const start = text.slice(0, 200).replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim()
  return !labelled(text).label.endsWith(':') && NONE.test(start)
}

function finding(tier: Tier, category: string, lines: readonly string[]): ReviewFinding {
  const [first = '', ...more] = lines.filter((line) => line !== '')
  const { label, rest } = labelled(first)
  const title = label === '' ? first.replaceAll('**', '') : label.slice(0, -1)
  return {
    tier,
    category,
    title: readableText(title).trim(),
    text: [rest.trim(), ...more].join('\n').trim(),
  }
}

/** `**Label:** rest` and `**Label**: rest`. The label has its colon, or is empty. */
function labelled(text: string): { label: string; rest: string } {
  const end = text.startsWith('**') ? text.indexOf('**', 2) : -1
  if (end === -1) return { label: '', rest: '' }
  const bold = text.slice(2, end)
  const behind = text.slice(end + 2)
  if (bold.endsWith(':')) return { label: bold, rest: behind }
  return behind.startsWith(':')
    ? { label: `${bold}:`, rest: behind.slice(1) }
    : { label: '', rest: '' }
}

function plain(text: string): string {
  return readableText(text).replace(/[*_:]/g, '').trim()
}
