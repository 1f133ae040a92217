/** An issue as data: what the checks need to know of it. */
import { type Heading, readMarkdown, type TextBlock, titleOf } from '../document/markdown.ts'
import { type Sections, splitSections } from '../document/sections.ts'
import { SECTIONS } from './template.ts'

export interface IssueDocument extends Sections {
  readonly title: string | undefined
}

const KNOWN = new Map(SECTIONS.map(({ title }) => [title.toLowerCase(), title]))

export function readIssueDocument(markdown: string): IssueDocument {
  const whole = readMarkdown(markdown)
  return { title: titleOf(whole), ...splitSections(whole, sectionTitle) }
}

/** The text of a section that is shown as such, without code. */
export function textOf({ sections }: IssueDocument, title: string): string[] {
  const lines = sections.get(title)?.lines ?? []
  return lines.filter(({ code }) => !code).map(({ text }) => text)
}

/** The paragraphs and list items of a section. */
function itemsOf({ sections }: IssueDocument, title: string): TextBlock[] {
  return (sections.get(title)?.blocks ?? []).filter((block) => block.kind === 'text')
}

/** The items of a numbered list; lists inside of items are details. */
export function requirementsOf(document: IssueDocument): TextBlock[] {
  return itemsOf(document, 'Requirements').filter(
    ({ mark, level }) => level === 1 && /^\d/.test(mark),
  )
}

/** What stands behind each check box. */
export function criteriaOf(document: IssueDocument): string[] {
  return itemsOf(document, 'Acceptance Criteria').flatMap(({ mark, text }) =>
    mark === '' ? [] : (/^\[[ xX]\] +(.+)$/.exec(text)?.[1] ?? []),
  )
}

export function sectionsOf(markdown: string): ReadonlyMap<string, { readonly isEmpty: boolean }> {
  const { sections } = readIssueDocument(markdown)
  return new Map(
    [...sections].map(([title, { blocks }]) => [
      title,
      { isEmpty: blocks.every(({ kind }) => kind === 'heading') },
    ]),
  )
}

/** Whether this is an issue at all, however bad: one of its sections stands outside of code. */
export function isIssue(text: string): boolean {
  return readIssueDocument(text).order.length > 0
}

/** `## User Story`, also with a number before it or a colon behind it. */
function sectionTitle({ depth, text }: Heading): string | undefined {
  if (depth !== 2) return undefined
  const title = text.replace(/^\d{1,9}\.? +/, '').replace(/:$/, '')
  return KNOWN.get(title.trimEnd().toLowerCase())
}
