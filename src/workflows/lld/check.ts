/** What can be found in an LLD without paying a reviewer: all findings at once. */

import { checkPlaceholders, checkSections, checkSize } from '../document/check-text.ts'
import { checkDefinitionOfDone, checkFiles } from './check-files.ts'
import { checkRequirements, checkScenarios } from './check-scenarios.ts'
import { isEmpty, type LldDocument, readDocument } from './document.ts'
import { headingOf, SECTIONS } from './template.ts'

export interface CheckedAgainst {
  readonly issue: string
  /** The issue's own words: what it speaks of is no placeholder. */
  readonly about: string
  /** Every file of the repository that git does not ignore. */
  readonly files: readonly string[]
}

const WANTED = SECTIONS.map((section) => ({ name: section.number, heading: headingOf(section) }))

export function checkLld(markdown: string, against: CheckedAgainst): string[] {
  const document = readDocument(markdown)
  return [
    ...checkSections(document.order, WANTED),
    ...checkTitle(document, markdown, against.issue),
    ...checkFilled(document, against.issue),
    ...checkFiles(document, against.files),
    ...checkDefinitionOfDone(document),
    ...checkRequirements(document),
    ...checkScenarios(document, against.about),
    ...checkPlaceholders(markdown, against.about),
    ...checkSize(markdown),
  ]
}

function checkTitle({ title }: LldDocument, markdown: string, issue: string): string[] {
  if (title === undefined) return ['The document has no title line.']
  const number = /^#?(\d+) - /.exec(title)?.[1]
  return [
    ...(markdown.trimStart().startsWith('# ') ? [] : ['The title line must come first.']),
    ...(number === issue
      ? []
      : [`The title must begin with "${issue} - ", got "${title.slice(0, 60)}".`]),
  ]
}

/** A heading alone is no section, and a design says which issue it is for. */
function checkFilled(document: LldDocument, issue: string): string[] {
  const { sections } = document
  const empty = [...sections.keys()].filter((number) => isEmpty(document, number))
  const first = (sections.get('1')?.lines ?? []).map(({ text }) => text).join('\n')
  const isLinked = new RegExp(`#${issue}\\b`).test(first)
  return [
    ...empty.map((number) => `Section ${number} is empty.`),
    ...(isLinked || !sections.has('1') ? [] : [`Section 1 does not name issue #${issue}.`]),
  ]
}
