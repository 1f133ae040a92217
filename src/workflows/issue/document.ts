/** An issue as data: what the checks need to know of it. */
import { linesOf, type Sections, splitSections, titleOf } from '../document/markdown.ts'
import { SECTIONS } from './template.ts'

export interface IssueDocument extends Sections {
  readonly title: string | undefined
}

const KNOWN = new Map(SECTIONS.map(({ title }) => [title.toLowerCase(), title]))

export function readIssueDocument(markdown: string): IssueDocument {
  const lines = linesOf(markdown)
  return { title: titleOf(lines), ...splitSections(lines, sectionTitle) }
}

/** The text of a section that is shown as such, without code. */
export function textOf({ sections }: IssueDocument, title: string): string[] {
  return (sections.get(title) ?? []).filter(({ code }) => !code).map(({ text }) => text)
}

export function sectionsOf(markdown: string): ReadonlyMap<string, { readonly isEmpty: boolean }> {
  const { sections } = readIssueDocument(markdown)
  return new Map(
    [...sections].map(([title, lines]) => [
      title,
      { isEmpty: lines.every(({ text }) => text.trim() === '' || /^#+ /.test(text)) },
    ]),
  )
}

/** Whether this is an issue at all, however bad: one of its sections stands outside of code. */
export function isIssue(text: string): boolean {
  return readIssueDocument(text).order.length > 0
}

/** `## User Story`, also with a number before it or a colon behind it. */
function sectionTitle(text: string): string | undefined {
  if (!text.startsWith('## ')) return undefined
  const title = text
    .slice(3)
    .trim()
    .replace(/^\d{1,9}\.? +/, '')
    .replace(/:$/, '')
  return KNOWN.get(title.trimEnd().toLowerCase())
}
