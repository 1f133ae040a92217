/** What can be found in an LLD without paying a reviewer: all findings at once. */

import { linesOf } from '../document/markdown.ts'
import { MOST_CHARACTERS } from '../document/untrusted.ts'
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

const PLACEHOLDER = /\b(TODO|TBD|FIXME)\b|\[(…|\.\.\.)\]|<!--/

export function checkLld(markdown: string, against: CheckedAgainst): string[] {
  const document = readDocument(markdown)
  return [
    ...checkSections(document),
    ...checkTitle(document, markdown, against.issue),
    ...checkFilled(document, against.issue),
    ...checkFiles(document, against.files),
    ...checkDefinitionOfDone(document),
    ...checkRequirements(document),
    ...checkScenarios(document, against.about),
    ...checkPlaceholders(markdown, against.about),
    ...checkLength(markdown),
  ]
}

function checkSections({ order, sections }: LldDocument): string[] {
  const missing = SECTIONS.filter(({ number }) => !sections.has(number)).map(
    (section) => `Section "${headingOf(section)}" is missing.`,
  )
  const twice = [...new Set(order.filter((number, index) => order.indexOf(number) !== index))]
  const expected = SECTIONS.map(({ number }) => number).filter((number) => sections.has(number))
  const isOrdered = expected.every((number, index) => order.filter(unique)[index] === number)
  return [
    ...missing,
    ...twice.map((number) => `Section ${number} appears more than once.`),
    ...(isOrdered ? [] : ['The sections are not in the order of the template.']),
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
  const first = (sections.get('1') ?? []).map(({ text }) => text).join('\n')
  const isLinked = new RegExp(`#${issue}\\b`).test(first)
  return [
    ...empty.map((number) => `Section ${number} is empty.`),
    ...(isLinked || !sections.has('1') ? [] : [`Section 1 does not name issue #${issue}.`]),
  ]
}

/** A reviewer must see all of it, and so must whoever builds it. */
function checkLength(markdown: string): string[] {
  if (markdown.length <= MOST_CHARACTERS) return []
  return [`The document has ${markdown.length} characters; ${MOST_CHARACTERS} are the most.`]
}

function checkPlaceholders(markdown: string, about: string): string[] {
  return linesOf(markdown)
    .map(({ text, code }, index) => ({ text, code, number: index + 1 }))
    .filter(({ text, code }) => !code && isPlaceholder(text.replace(/`[^`]*`/g, ''), about))
    .map(({ text, number }) => `Line ${number} has a placeholder: "${text.trim().slice(0, 60)}".`)
}

function isPlaceholder(text: string, about: string): boolean {
  const word = PLACEHOLDER.exec(text)?.[0]
  return word !== undefined && !about.includes(word)
}

function unique<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index
}
