/** An issue as data: what the checks need to know of it. */
import type { Heading } from '../document/markdown.ts'
import { readSections, type Sectioned } from '../document/sections.ts'
import { SECTIONS } from './template.ts'

const KNOWN = new Map(SECTIONS.map(({ name }) => [name.toLowerCase(), name]))

export function readIssueDocument(markdown: string): Sectioned {
  return readSections(markdown, sectionName)
}

/** What stands behind each check box of the acceptance criteria. */
export function criteriaOf({ sections }: Sectioned): string[] {
  const blocks = sections.get('Acceptance Criteria')?.blocks ?? []
  return blocks.flatMap((block) =>
    block.kind === 'text' && block.mark !== ''
      ? (/^\[[ xX]\] +(.+)$/.exec(block.text)?.[1] ?? [])
      : [],
  )
}

/** Whether this is an issue at all, however bad: one of its sections stands outside of code. */
export function isIssue(text: string): boolean {
  return readIssueDocument(text).order.length > 0
}

/** `## User Story`, also with a number before it or a colon behind it. */
function sectionName({ depth, text }: Heading): string | undefined {
  if (depth !== 2) return undefined
  const title = text.replace(/^\d{1,9}\.? +/, '').replace(/:$/, '')
  return KNOWN.get(title.trimEnd().toLowerCase())
}
