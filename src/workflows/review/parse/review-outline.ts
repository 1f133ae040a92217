import { quote } from '../../../model/ids.ts'
import type { ReviewKind } from '../render-review.ts'
import { CATEGORIES, type Tier } from '../verdict-schema.ts'
import { type Line, listItem, refuse } from './markdown-lines.ts'
import { readableText } from './neutral-text.ts'

export interface Section {
  readonly heading: Line
  readonly lines: readonly Line[]
}

interface Outline {
  readonly kind: ReviewKind
  readonly title: string
  readonly verdict: Section
  readonly tiers: ReadonlyMap<Tier, Section>
}

/** A report on code has the verdict on it at its end. */
const TITLE = /^(?:(LLD|Issue|Code) Review|Implementation Report)\b\s*:?\s*(.*)$/i
const TIER = /^\W*(?:\d+\W+)?tier\s*([123])\b/i
const BLOCKING = /(?<!non[- ])\bblocking\b/i
const VERDICT = /\bverdict\b/i

/** Where the parts of a review are. */
export function readOutline(lines: readonly Line[]): Outline {
  const headings = lines.filter(({ kind }) => kind === 'heading')
  const titles = headings.filter(({ text }) => TITLE.test(text))
  const verdicts = headings.filter(({ text }) => VERDICT.test(text) && !TITLE.test(text))
  const tiers = ([1, 2, 3] as const).map((tier) =>
    headings.filter(({ text }) => TIER.exec(text)?.[1] === String(tier)),
  )
  const [title] = titles
  const [verdict] = verdicts
  const problem =
    countProblem(titles, '`# LLD Review: …` or `# Issue Review: …`') ??
    countProblem(verdicts, '`## Verdict`') ??
    countProblem(tiers[0] ?? [], '`## Tier 1: …`') ??
    countProblem(tiers[1] ?? [], '`## Tier 2: …`') ??
    ((tiers[2]?.length ?? 0) > 1 ? countProblem(tiers[2] ?? [], '`## Tier 3: …`') : undefined) ??
    underlined(lines) ??
    uneven([...verdicts, ...tiers.flat()])
  if (problem !== undefined || title === undefined || verdict === undefined)
    return refuse(problem ?? 'There is no title or no verdict.')

  const sections = new Map<Tier, Section>()
  for (const [index, [heading]] of tiers.entries()) {
    if (heading !== undefined) sections.set((index + 1) as Tier, sectionOf(lines, heading))
  }
  const stray = strayCategory(headings, sections)
  if (stray !== undefined) return refuse(stray)
  const [, kind = 'code', name = ''] = TITLE.exec(title.text) ?? []
  return {
    kind: kind.toLowerCase() as ReviewKind,
    title: readableText(name),
    verdict: sectionOf(lines, verdict),
    tiers: sections,
  }
}

function countProblem(found: readonly Line[], name: string): string | undefined {
  if (found.length === 1) return undefined
  if (found.length === 0) return `There is no heading ${name}.`
  const places = found.map(({ number }) => number).slice(0, 5)
  return `There are ${found.length} headings like ${name}: lines ${places.join(', ')}.`
}

/** An underlined line is a heading too, for some; for others the underline is only a rule. */
function underlined(lines: readonly Line[]): string | undefined {
  const line = lines.find(
    ({ kind, text }, index) =>
      kind === 'text' &&
      listItem(text) === undefined &&
      lines[index + 1]?.kind === 'rule' &&
      (TITLE.test(text) || TIER.test(text) || /^\W*(?:final )?verdict\W*$/i.test(text)),
  )
  return (
    line && `The heading ${quote(line.text)} (line ${line.number}) is underlined; expected \`#\`.`
  )
}

/** A Verdict that lies deeper than the tiers belongs to something else, such as an older review. */
function uneven(headings: readonly Line[]): string | undefined {
  const [first] = headings
  const other = headings.find(({ level }) => level !== first?.level)
  return (
    other &&
    `The headings of the tiers and of the verdict are not on one level (line ${other.number}).`
  )
}

function strayCategory(
  headings: readonly Line[],
  tiers: ReadonlyMap<Tier, Section>,
): string | undefined {
  const known = [...CATEGORIES[1], ...CATEGORIES[2]]
  const inside = new Set([...tiers.values()].flatMap(({ lines }) => lines))
  const stray = headings.find(
    (line) =>
      (known.includes(line.text) || BLOCKING.test(line.text)) &&
      !TIER.test(line.text) &&
      !TITLE.test(line.text) &&
      !inside.has(line),
  )
  return (
    stray && `The heading ${quote(stray.text)} (line ${stray.number}) does not belong to a tier.`
  )
}

function sectionOf(lines: readonly Line[], heading: Line): Section {
  const from = lines.indexOf(heading) + 1
  const length = lines
    .slice(from)
    .findIndex(({ kind, level }) => kind === 'heading' && level <= heading.level)
  return { heading, lines: lines.slice(from, length === -1 ? undefined : from + length) }
}
