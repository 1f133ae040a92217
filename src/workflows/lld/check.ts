/** What can be found in an LLD without paying a reviewer: all findings at once. */

import { checkText } from '../document/check-text.ts'
import { checkDefinitionOfDone, checkFiles } from './check-files.ts'
import { checkRequirements, checkScenarios } from './check-scenarios.ts'
import { type LldDocument, readDocument } from './document.ts'
import { SECTIONS } from './template.ts'

interface CheckedAgainst {
  readonly issue: string
  /** The issue's own words: what it speaks of is no placeholder. */
  readonly about: string
  /** Every file of the repository that git does not ignore. */
  readonly files: readonly string[]
}

export function checkLld(markdown: string, against: CheckedAgainst): string[] {
  const document = readDocument(markdown)
  return [
    ...checkText(markdown, { document, template: SECTIONS, about: against.about }),
    ...checkIssueNumber(document, against.issue),
    ...checkFiles(document, against.files),
    ...checkDefinitionOfDone(document),
    ...checkRequirements(document),
    ...checkScenarios(document, against.about),
  ]
}

/** A design says which issue it is for. */
function checkIssueNumber({ title, sections }: LldDocument, issue: string): string[] {
  const number = /^#?(\d+) - /.exec(title ?? '')?.[1]
  const first = (sections.get('1')?.lines ?? []).map(({ text }) => text).join('\n')
  const isLinked = new RegExp(`#${issue}\\b`).test(first)
  return [
    ...(number === issue || title === undefined
      ? []
      : [`The title must begin with "${issue} - ", got "${title.slice(0, 60)}".`]),
    ...(isLinked || !sections.has('1') ? [] : [`Section 1 does not name issue #${issue}.`]),
  ]
}
