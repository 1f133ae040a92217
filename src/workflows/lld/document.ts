/** An LLD as data: what the checks and the mock of a drafter need to know of it. */
import { type Heading, tableRows } from '../document/markdown.ts'
import { numberedItems, readSections, type Sectioned } from '../document/sections.ts'
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

/** A person's work, with the reason why no test can do it. */
export function isManual({ type }: Pick<Scenario, 'type'>): boolean {
  return /manual/i.test(type)
}

/** Behaviour that must not change: its test passes before the code is written, and after. */
export function isStays({ type }: Pick<Scenario, 'type'>): boolean {
  return /\bstays\b/i.test(type) && !isManual({ type })
}

/** Its sections have their numbers as names: `2.1` after `2`. */
export interface LldDocument extends Sectioned {
  readonly files: readonly FileChange[]
  readonly requirements: readonly { readonly number: number; readonly text: string }[]
  readonly scenarios: readonly Scenario[]
}

const STATUS = /^(\s*[-*]?\s*\**Status\**:\**)\s*.*$/i
const KNOWN = new Set(SECTIONS.map(({ name }) => name))

export function readDocument(markdown: string): LldDocument {
  const document = readSections(markdown, sectionNumber)
  const { sections } = document
  return {
    ...document,
    files: tableRows(sections.get('2.1'), 'File').map(toFileChange),
    requirements: numberedItems(sections.get('3')).map(({ mark, text }) => ({
      number: Number.parseInt(mark, 10), // as it is written
      text,
    })),
    scenarios: tableRows(sections.get('10.1'), 'ID').map(toScenario),
  }
}

/** Whether this is a design at all, however bad: its first section stands outside of code. */
export function isDesign(text: string): boolean {
  return readDocument(text).order.includes('1')
}

/** The document with this word as its status in section 1; as it is, if it has none. */
export function withStatus(markdown: string, status: 'Draft' | 'Approved'): string {
  const { lines, sections } = readDocument(markdown)
  const found = sections.get('1')?.lines.find(({ text, code }) => !code && STATUS.test(text))
  if (found === undefined) return markdown
  return lines
    .map((line) => (line === found ? line.text.replace(STATUS, `$1 ${status}`) : line.text))
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

/** Without the marks that a writer may put around a word: code, bold, a link. Not those of `__init__.py`. */
function plainText(cell: string): string {
  const text = cell.replace(/^\[([^\]]*)\]\([^)]*\)$/, '$1')
  const [, mark = '', inner] = /^(`+|\*+|_+)(.+)\1$/.exec(text) ?? []
  if (inner === undefined) return text.replace(/^[`*]+|[`*]+$/g, '')
  return mark.startsWith('`') ? inner : plainText(inner)
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
