/** Whether an issue is ready, as far as that can be told without a reviewer: all findings at once. */
import { checkText, isVague } from '../document/check-text.ts'
import { isNone } from '../document/markdown.ts'
import { numberedItems, proseOf, type Sectioned } from '../document/sections.ts'
import { criteriaOf, readIssueDocument } from './document.ts'
import { SECTIONS } from './template.ts'

/** Words that stand in a title instead of what will be there. */
const NO_DELIVERABLE =
  /^(new|the|a|an|some|issue|feature|task|ticket|story|brief|idea|bug|fix|change|changes|update|updates|improve|improvements?|enhancements?|misc|stuff|things?|various|title|untitled|draft)$/i
/** A path, a file, or a word in code that names a module. */
const NAMED =
  /`[@./*-]{0,20}\w[\w@./*-]{0,300}`|\b[\w-]{1,100}\/[\w./-]|\b[\w-]{1,100}\.[a-z]{1,5}\b/

/** `about` is the brief's own text: what it speaks of is no placeholder. */
export function checkIssue(markdown: string, about: string): string[] {
  const document = readIssueDocument(markdown)
  return [
    ...checkText(markdown, { document, template: SECTIONS, about }),
    ...checkTitle(document),
    ...Object.entries(CHECKS).flatMap(([name, check]) =>
      document.sections.has(name) ? check(document) : [],
    ),
  ]
}

function checkTitle({ title = '' }: Sectioned): string[] {
  const words = title.match(/[\p{L}\p{N}-]{2,}/gu) ?? []
  return title === '' || words.some((word) => !NO_DELIVERABLE.test(word))
    ? []
    : [`The title "${title.slice(0, 60)}" does not name what will be there.`]
}

/** By the section that has to be there for it. */
const CHECKS: Readonly<Record<string, (document: Sectioned) => string[]>> = {
  'UX Flow': ({ sections }) => {
    const flow = proseOf(sections.get('UX Flow')).join('\n')
    return [
      ...(/happy path/i.test(flow) ? [] : ['UX Flow has no happy path.']),
      ...(/\b(error|failure|fails?|goes wrong)\b/i.test(flow)
        ? []
        : ['UX Flow has no error scenario.']),
    ]
  },
  Requirements: ({ sections }) =>
    numberedItems(sections.get('Requirements')).length > 0
      ? []
      : ['Requirements has no numbered requirement.'],
  'Acceptance Criteria': (document) => {
    const criteria = criteriaOf(document)
    if (criteria.length === 0) return ['Acceptance Criteria has no check box, "- [ ] …".']
    return criteria
      .filter((criterion) => isVague(criterion) || isNone(criterion))
      .map(
        (criterion) =>
          `The criterion "${criterion.slice(0, 80)}" cannot be decided by yes or no. Say what exactly is seen.`,
      )
  },
  'Out of Scope': ({ sections }) =>
    proseOf(sections.get('Out of Scope')).some((text) => text.trim() !== '' && !isNone(text))
      ? []
      : ['Out of Scope names nothing; say at least one thing that this does not do.'],
  Files: ({ sections }) =>
    proseOf(sections.get('Files')).some((text) => NAMED.test(text))
      ? []
      : ['Files names no file and no module.'],
}
