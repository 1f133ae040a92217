/** An LLD as data: what the checks and the mock of a drafter need to know of it. */
import {
  type Block,
  type Heading,
  type Markdown,
  readMarkdown,
  tableRows,
  titleOf,
} from '../document/markdown.ts'
import { questionBlock } from '../document/questions.ts'
import { splitSections } from '../document/sections.ts'
import { SECTIONS } from './template.ts'

interface FileChange {
  readonly path: string
  readonly change: string
  readonly description: string
}

export interface Scenario {
  readonly id: string
  readonly scenario: string
  readonly type: string
  readonly input: string
  readonly expected: string
  readonly criteria: string
  readonly requirements: readonly number[]
}

export interface LldDocument {
  readonly title: string | undefined
  /** Section numbers as they appear, `2.1` after `2`. */
  readonly order: readonly string[]
  readonly sections: ReadonlyMap<string, Markdown>
  readonly files: readonly FileChange[]
  readonly requirements: readonly { readonly number: number; readonly text: string }[]
  readonly scenarios: readonly Scenario[]
  readonly openQuestions: readonly string[]
}

const STATUS = /^(\s*[-*]?\s*\**Status\**:\**)\s*.*$/i
const KNOWN = new Set(SECTIONS.map(({ number }) => number))

export function readDocument(markdown: string): LldDocument {
  const whole = readMarkdown(markdown)
  const { order, sections } = splitSections(whole, sectionNumber)
  const section = (number: string) => sections.get(number) ?? { lines: [], blocks: [] }
  return {
    title: titleOf(whole),
    order,
    sections,
    files: tableRows(section('2.1'), 'File').map(toFileChange),
    requirements: section('3').blocks.flatMap(toRequirement),
    scenarios: tableRows(section('10.1'), 'ID').map(toScenario),
    openQuestions: (questionBlock(section('1'))?.questions ?? []).map(({ text }) => text),
  }
}

/** A heading alone, without text and without parts below it. */
export function isEmpty({ sections }: LldDocument, number: string): boolean {
  const isParent = [...sections.keys()].some((other) => other.startsWith(`${number}.`))
  return !isParent && (sections.get(number)?.lines ?? []).every(({ text }) => text.trim() === '')
}

/** The sections that it has, and whether there is anything in each. */
export function sectionsOf(markdown: string): ReadonlyMap<string, { readonly isEmpty: boolean }> {
  const document = readDocument(markdown)
  const numbers = [...document.sections.keys()]
  return new Map(numbers.map((number) => [number, { isEmpty: isEmpty(document, number) }]))
}

/** Whether this is a design at all, however bad: its first section stands outside of code. */
export function isDesign(text: string): boolean {
  return readDocument(text).order.includes('1')
}

/** The document with this word as its status in section 1; as it is, if it has none. */
export function withStatus(markdown: string, status: 'Draft' | 'Approved'): string {
  const { lines, blocks } = readMarkdown(markdown)
  const headings = blocks.filter(
    (block): block is Heading => block.kind === 'heading' && sectionNumber(block) !== undefined,
  )
  const first = headings.findIndex((heading) => sectionNumber(heading) === '1')
  const from = headings[first]?.to
  const to = headings[first + 1]?.from ?? lines.length
  const found = lines.findIndex(
    ({ text, code }, index) =>
      from !== undefined && index >= from && index < to && !code && STATUS.test(text),
  )
  if (found === -1) return markdown
  return lines
    .map(({ text }, index) => (index === found ? text.replace(STATUS, `$1 ${status}`) : text))
    .join('\n')
}

/** `## 3. Requirements` and `### 2.1 Files Changed`, with or without the dot. */
function sectionNumber({ depth, text }: Heading): string | undefined {
  const pattern = depth === 2 ? /^(\d+)\.? / : /^(\d+\.\d+)\.? /
  const number = depth === 2 || depth === 3 ? pattern.exec(text)?.[1] : undefined
  return number !== undefined && KNOWN.has(number) ? number : undefined
}

function toFileChange([path = '', change = '', description = '']: string[]): FileChange {
  return { path: plainText(path), change: plainText(change), description }
}

/** Without the marks that a writer may put around a word: code, bold, a link. */
function plainText(cell: string): string {
  return cell.replace(/^\[([^\]]*)\]\([^)]*\)$/, '$1').replace(/^[`*_]+|[`*_]+$/g, '')
}

/** The items of a numbered list, by the numbers as they are written; lists inside of items are details. */
function toRequirement(block: Block): { number: number; text: string }[] {
  if (block.kind !== 'text' || block.level !== 1 || !/^\d/.test(block.mark)) return []
  return [{ number: Number.parseInt(block.mark, 10), text: block.text }]
}

function toScenario([
  id = '',
  scenario = '',
  type = '',
  input = '',
  expected = '',
  criteria = '',
]: string[]): Scenario {
  const named = scenario.matchAll(/REQ-(\d+)/gi)
  const requirements = [...named].map(([, number]) => Number(number))
  return { id, scenario, type, input, expected, criteria, requirements }
}
