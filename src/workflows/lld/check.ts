/** What can be found in an LLD without paying a reviewer: all findings at once. */
import { nearest } from '../../model/nearest.ts'
import { type LldDocument, readDocument, type Scenario } from './document.ts'
import { linesOf } from './markdown.ts'
import { MOST_CHARACTERS } from './prompts.ts'
import { headingOf, SECTIONS } from './template.ts'

export interface CheckedAgainst {
  readonly issue: string
  /** The issue's own words: what it speaks of is no placeholder. */
  readonly about: string
  /** Every file of the repository that git does not ignore. */
  readonly files: readonly string[]
}

const CHANGES = ['Add', 'Modify', 'Delete']
const PLACEHOLDER = /\b(TODO|TBD|FIXME)\b|\[(…|\.\.\.)\]|<!--/
const VAGUE =
  /works? (as expected|correctly|properly|fine)|verify (that )?it works|\bappropriate(ly)?\b|as documented|should be (ok|fine|correct)|behaves? correctly|successfully$/i
/** A value that can be compared makes a vague word harmless: a number, code, a quote, a symbol. */
const CONCRETE = /\d|`[^`]+`|"[^"]+"|[<>=]|\bnull\b|\btrue\b|\bfalse\b/

export function checkLld(markdown: string, against: CheckedAgainst): string[] {
  const document = readDocument(markdown)
  return [
    ...checkSections(document),
    ...checkTitle(document, against.issue),
    ...checkFilled(document, against.issue),
    ...checkFiles(document, against.files),
    ...checkDefinitionOfDone(document),
    ...checkRequirements(document),
    ...checkScenarios(document.scenarios),
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

function checkTitle({ title }: LldDocument, issue: string): string[] {
  if (title === undefined) return ['The document has no title line.']
  const number = /^#?(\d+) - /.exec(title)?.[1]
  return number === issue
    ? []
    : [`The title must begin with "${issue} - ", got "${title.slice(0, 60)}".`]
}

/** A heading alone is no section, and a design says which issue it is for. */
function checkFilled({ sections }: LldDocument, issue: string): string[] {
  const isParent = (number: string) =>
    [...sections.keys()].some((other) => other.startsWith(`${number}.`))
  const empty = [...sections].filter(
    ([number, lines]) => !isParent(number) && lines.every(({ text }) => text.trim() === ''),
  )
  const first = (sections.get('1') ?? []).map(({ text }) => text).join('\n')
  const isLinked = new RegExp(`#${issue}\\b`).test(first)
  return [
    ...empty.map(([number]) => `Section ${number} is empty.`),
    ...(isLinked || !sections.has('1') ? [] : [`Section 1 does not name issue #${issue}.`]),
  ]
}

function checkFiles({ files }: LldDocument, existing: readonly string[]): string[] {
  if (files.length === 0) return ['Section 2.1 has no table of files with at least one row.']
  const known = new Set(existing)
  return files.flatMap(({ path, change }) => {
    if (!CHANGES.includes(change))
      return [`2.1: "${change}" of ${path} is not Add, Modify or Delete.`]
    if (!isInside(path)) return [`2.1: ${path} is not a path inside the repository.`]
    if (change === 'Add')
      return known.has(path) ? [`2.1: ${path} is to be added but exists already.`] : []
    if (known.has(path)) return []
    const near = nearest(path, existing)
    return [
      `2.1: ${path} is to be changed but does not exist.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    ]
  })
}

function isInside(path: string): boolean {
  return (
    path !== '' &&
    !path.startsWith('/') &&
    !/^[A-Za-z]:/.test(path) &&
    !path.includes('\\') &&
    !path.split('/').some((part) => part === '..' || part === '.git' || part === '.agentos')
  )
}

/** A file that is promised at the end must have been announced at the beginning. */
function checkDefinitionOfDone({ sections, files }: LldDocument): string[] {
  const announced = new Set(files.map(({ path }) => path))
  const text = (sections.get('12') ?? []).filter(({ code }) => !code).map((line) => line.text)
  const named = text.join('\n').matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)
  return [...new Set([...named].map(([, path = '']) => path))]
    .filter((path) => !announced.has(path))
    .map((path) => `Section 12 names ${path}, which is not in 2.1.`)
}

function checkRequirements({ requirements, scenarios }: LldDocument): string[] {
  if (requirements.length === 0) return ['Section 3 has no numbered requirement.']
  const covered = new Set(scenarios.flatMap((scenario) => scenario.requirements))
  const known = new Set(requirements.map(({ number }) => number))
  const twice = requirements.length === known.size ? [] : ['Section 3 uses a number twice.']
  const uncovered = [...known].filter((number) => !covered.has(number))
  const unknown = [...covered].filter((number) => !known.has(number))
  return [
    ...twice,
    ...uncovered.map(
      (number) => `Requirement ${number} has no scenario in 10.1 that names it as (REQ-${number}).`,
    ),
    ...unknown.map((number) => `10.1 names REQ-${number}, which is not in section 3.`),
  ]
}

function checkScenarios(scenarios: readonly Scenario[]): string[] {
  if (scenarios.length === 0) return ['Section 10.1 has no scenario.']
  const ids = scenarios.map(({ id }) => id)
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return [
    ...twice.map((id) => `10.1: the id ${id} is used twice.`),
    ...scenarios.flatMap(checkScenario),
  ]
}

function checkScenario({
  id,
  scenario,
  type,
  expected,
  criteria,
  requirements,
}: Scenario): string[] {
  const vague = [scenario.replace(/\(?REQ-\d+\)?/gi, ''), expected, criteria].filter(
    (text) => VAGUE.test(text) && !CONCRETE.test(text),
  )
  const isManual = /manual/i.test(type)
  const reason = type.replace(/manual/i, '').replace(/[^\p{L}]/gu, '')
  return [
    ...(requirements.length === 0 ? [`10.1: scenario ${id} names no requirement as (REQ-n).`] : []),
    ...vague.map(
      (text) => `10.1: scenario ${id} is vague: "${text.slice(0, 80)}". Say what exactly is seen.`,
    ),
    ...(expected === '' || criteria === ''
      ? [`10.1: scenario ${id} has no expected output or no pass criteria.`]
      : []),
    ...(isManual && reason === '' ? [`10.1: scenario ${id} is Manual without a reason.`] : []),
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
