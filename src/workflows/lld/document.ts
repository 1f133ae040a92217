/** An LLD as data: what the checks and the mock of a drafter need to know of it. */
import {
  linesOf,
  type MarkdownLine,
  splitSections,
  tableRows,
  titleOf,
} from '../document/markdown.ts'
import { questionBlock } from '../document/questions.ts'
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
  readonly sections: ReadonlyMap<string, readonly MarkdownLine[]>
  readonly files: readonly FileChange[]
  readonly requirements: readonly { readonly number: number; readonly text: string }[]
  readonly scenarios: readonly Scenario[]
  readonly openQuestions: readonly string[]
}

const STATUS = /^(\s*[-*]?\s*\**Status\**:\**)\s*.*$/i
const KNOWN = new Set(SECTIONS.map(({ number }) => number))

export function readDocument(markdown: string): LldDocument {
  const lines = linesOf(markdown)
  const { order, sections } = splitSections(lines, sectionNumber)
  const section = (number: string) => sections.get(number) ?? []
  return {
    title: titleOf(lines),
    order,
    sections,
    files: tableRows(section('2.1'), 'File').map(toFileChange),
    requirements: section('3').flatMap(toRequirement),
    scenarios: tableRows(section('10.1'), 'ID').map(toScenario),
    openQuestions: (questionBlock(section('1'))?.questions ?? []).map(({ text }) => text),
  }
}

/** A heading alone, without text and without parts below it. */
export function isEmpty({ sections }: LldDocument, number: string): boolean {
  const isParent = [...sections.keys()].some((other) => other.startsWith(`${number}.`))
  return !isParent && (sections.get(number) ?? []).every(({ text }) => text.trim() === '')
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
  const lines = linesOf(markdown)
  const first = lines.findIndex(({ text, code }) => !code && sectionNumber(text) === '1')
  const found = lines.findIndex(
    ({ text, code }, index) => index > first && !code && STATUS.test(text),
  )
  const next = lines.findIndex(
    ({ text, code }, index) => index > first && !code && sectionNumber(text) !== undefined,
  )
  if (first === -1 || found === -1 || (next !== -1 && found > next)) return markdown
  return lines
    .map(({ text }, index) => (index === found ? text.replace(STATUS, `$1 ${status}`) : text))
    .join('\n')
}

/** `## 3. Requirements` and `### 2.1 Files Changed`, with or without the dot. */
function sectionNumber(text: string): string | undefined {
  const number = /^## (\d+)\.? /.exec(text)?.[1] ?? /^### (\d+\.\d+)\.? /.exec(text)?.[1]
  return number !== undefined && KNOWN.has(number) ? number : undefined
}

function toFileChange([path = '', change = '', description = '']: string[]): FileChange {
  return { path: plainText(path), change: plainText(change), description }
}

/** Without the marks that a writer may put around a word: code, bold, a link. */
function plainText(cell: string): string {
  return cell.replace(/^\[([^\]]*)\]\([^)]*\)$/, '$1').replace(/^[`*_]+|[`*_]+$/g, '')
}

function toRequirement({ text, code }: MarkdownLine): { number: number; text: string }[] {
  const match = code ? null : /^ ?(\d+)[.)] +(.+)$/.exec(text)
  return match === null ? [] : [{ number: Number(match[1]), text: match[2] ?? '' }]
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
