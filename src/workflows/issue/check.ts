/** Whether an issue is ready, as far as that can be told without a reviewer: all findings at once. */
import { checkPlaceholders, checkSections, checkSize, isVague } from '../document/check-text.ts'
import { isNone } from '../document/markdown.ts'
import {
  criteriaOf,
  type IssueDocument,
  readIssueDocument,
  requirementsOf,
  sectionsOf,
  textOf,
} from './document.ts'
import { headingOf, SECTIONS } from './template.ts'

const WANTED = SECTIONS.map((section) => ({ name: section.title, heading: headingOf(section) }))

/** Words that stand in a title instead of what will be there. */
const NO_DELIVERABLE =
  /^(new|the|a|an|some|issue|feature|task|ticket|story|brief|idea|bug|fix|change|changes|update|updates|improve|improvements?|enhancements?|misc|stuff|things?|various|title|untitled|draft)$/i
/** A path, a file, or a word in code that names a module. */
const NAMED =
  /`[@./*-]{0,20}\w[\w@./*-]{0,300}`|\b[\w-]{1,100}\/[\w./-]|\b[\w-]{1,100}\.[a-z]{1,5}\b/

/** `about` is the brief's own text: what it speaks of is no placeholder. */
export function checkIssue(markdown: string, about: string): string[] {
  const document = readIssueDocument(markdown)
  const empty = [...sectionsOf(markdown)].filter(([, { isEmpty }]) => isEmpty)
  return [
    ...checkSections(document.order, WANTED),
    ...empty.map(([title]) => `Section ${title} is empty.`),
    ...checkTitle(document, markdown),
    ...checkFlow(document),
    ...checkRequirements(document),
    ...checkCriteria(document),
    ...checkScope(document),
    ...checkFiles(document),
    ...checkPlaceholders(markdown, about),
    ...checkSize(markdown),
  ]
}

function checkTitle({ title }: IssueDocument, markdown: string): string[] {
  if (title === undefined || title === '') return ['The issue has no title line.']
  const isFirst = markdown.trimStart().startsWith('# ')
  const words = title.match(/[\p{L}\p{N}-]{2,}/gu) ?? []
  const isNamed = words.some((word) => !NO_DELIVERABLE.test(word))
  return [
    ...(isFirst ? [] : ['The title line must come first.']),
    ...(isNamed ? [] : [`The title "${title.slice(0, 60)}" does not name what will be there.`]),
  ]
}

function checkFlow(document: IssueDocument): string[] {
  const flow = textOf(document, 'UX Flow').join('\n')
  if (!document.sections.has('UX Flow')) return []
  return [
    ...(/happy path/i.test(flow) ? [] : ['UX Flow has no happy path.']),
    ...(/\b(error|failure|fails?|goes wrong)\b/i.test(flow)
      ? []
      : ['UX Flow has no error scenario.']),
  ]
}

function checkRequirements(document: IssueDocument): string[] {
  if (!document.sections.has('Requirements')) return []
  return requirementsOf(document).length > 0 ? [] : ['Requirements has no numbered requirement.']
}

function checkCriteria(document: IssueDocument): string[] {
  if (!document.sections.has('Acceptance Criteria')) return []
  const criteria = criteriaOf(document)
  if (criteria.length === 0) return ['Acceptance Criteria has no check box, "- [ ] …".']
  return criteria
    .filter((criterion) => isVague(criterion) || isNone(criterion))
    .map(
      (criterion) =>
        `The criterion "${criterion.slice(0, 80)}" cannot be decided by yes or no. Say what exactly is seen.`,
    )
}

function checkScope(document: IssueDocument): string[] {
  if (!document.sections.has('Out of Scope')) return []
  const said = textOf(document, 'Out of Scope').filter((text) => text.trim() !== '')
  return said.some((text) => !isNone(text))
    ? []
    : ['Out of Scope names nothing; say at least one thing that this does not do.']
}

function checkFiles(document: IssueDocument): string[] {
  if (!document.sections.has('Files')) return []
  return textOf(document, 'Files').some((text) => NAMED.test(text))
    ? []
    : ['Files names no file and no module.']
}
