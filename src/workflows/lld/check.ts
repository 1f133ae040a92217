/** What can be found in an LLD without paying a reviewer: all findings at once. */

import { nearest } from '../../model/text/nearest.ts'
import { checkText, isVague, repeated } from '../document/check-text.ts'
import { proseOf } from '../document/sections.ts'
import { isManual, isStays, type LldDocument, readDocument, type Scenario } from './document.ts'
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

type FileChange = LldDocument['files'][number]

const CHANGES = ['Add', 'Modify', 'Delete']
const GLOB = /[*?]|\{[^{}]*,[^{}]*\}/
/** Words around a path or a second path: `a.ts (new file)`, `a.ts, b.ts`, `a.ts – moved`. */
const NOTE = /`|\s[([{<–—-]|[,;]\s|<br|\s(and|or|new|see)\b|\.\w+\s+\S*[./]/i

/** The table of files in 2.1: each row one plain path that can be changed as it says. */
function checkFiles({ files }: LldDocument, existing: readonly string[]): string[] {
  if (files.length === 0) return ['Section 2.1 has no table of files with at least one row.']
  const known = new Set(existing)
  return [
    ...files.flatMap((file) => {
      const trouble = known.has(file.path) ? undefined : shapeTrouble(file.path, existing)
      return trouble === undefined ? checkChange(file, known) : [trouble]
    }),
    ...repeated(files.map(({ path }) => path)).map((path) => `2.1: ${path} has more than one row.`),
  ]
}

/** What is wrong with a path that names no existing file, whatever is to be done with it. */
function shapeTrouble(path: string, existing: readonly string[]): string | undefined {
  if (NOTE.test(path))
    return `2.1: "${path}" is more than a path; one file a row, remarks belong into Description.`
  if (!isInside(path)) return `2.1: ${path} is not a path inside the repository.`
  if (GLOB.test(path)) return `2.1: ${path} is a pattern; name each file in a row of its own.`
  if (path.endsWith('/') || existing.some((file) => file.startsWith(`${path}/`)))
    return `2.1: ${path} is a folder; name each file in a row of its own.`
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.'))
    return `2.1: ${path} should be written as ${parts.filter((part) => part !== '' && part !== '.').join('/')}.`
  return undefined
}

function checkChange({ path, change }: FileChange, known: ReadonlySet<string>): string[] {
  if (!CHANGES.includes(change))
    return [`2.1: "${change}" of ${path} is not Add, Modify or Delete.`]
  if (change === 'Add')
    return known.has(path) ? [`2.1: ${path} is to be added but exists already.`] : []
  if (known.has(path)) return []
  const near = nearest(path, known)
  return [
    `2.1: ${path} is to be changed but does not exist.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  ]
}

function isInside(path: string): boolean {
  return (
    path !== '' &&
    !path.startsWith('/') &&
    !/^[A-Za-z]:/.test(path) &&
    !path.includes('\\') &&
    !path.split('/').some((part) => ['..', '.git', '.agentos'].includes(part.toLowerCase()))
  )
}

/** A file that is promised at the end must have been announced at the beginning. */
function checkDefinitionOfDone({ sections, files }: LldDocument): string[] {
  const announced = new Set(files.map(({ path }) => path))
  const text = proseOf(sections.get('12')).join('\n')
  const named = text.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)
  return [...new Set([...named].map(([, path = '']) => path))]
    .filter((path) => !announced.has(path))
    .map((path) => `Section 12 names ${path}, which is not in 2.1.`)
}

/** A person's work, however the scenario is typed. */
const BY_HAND =
  /\bmanually\b|\bby hand\b|\bmanual (check|test|inspection|verification|review)|\bvisual(ly)? (check|inspect|verif|confirm)\w*|\bby eye\b/i
/** Words that say that something is manual, and not why. */
const NO_REASON =
  /\b(manual(ly)?|auto\w*|tests?|tested|testing|checks?|checked|checking|verif\w+|inspect\w*|reviews?|only|required?s?|needed|necessary|scenario|case|step|the|a|an|is|by|hand|be|must|this|it)\b/gi
const FEWEST_WORDS = 2
/** Says why a person has to look, in another cell. */
const WHY =
  /\b(because|since|cannot|can't|impossible|no (automatic |automated )?tests?|not (be )?(automat|test)\w*)\b/i

/** Requirements and the scenarios that test them: complete, exact, and automatic where possible. */
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

/** `about` is the issue's own text: what it asks to be possible by hand is no test by hand. */
function checkScenarios({ title, scenarios }: LldDocument, about: string): string[] {
  if (scenarios.length === 0) return ['Section 10.1 has no scenario.']
  return [
    ...repeated(scenarios.map(({ id }) => id)).map((id) => `10.1: the id ${id} is used twice.`),
    ...scenarios.flatMap((scenario) => [
      ...checkScenario(scenario),
      ...checkType(scenario, about.toLowerCase()),
    ]),
    ...checkShowsChange(scenarios, title),
  ]
}

/** Where nothing but what stays is tested, no test shows what changes. */
function checkShowsChange(scenarios: readonly Scenario[], title = ''): string[] {
  const automatic = scenarios.filter((scenario) => !isManual(scenario))
  if (/^\S+ - Refactor:/i.test(title) || automatic.length === 0) return []
  return automatic.every(isStays)
    ? ['10.1: every scenario is of type Stays, so no test would show the change.']
    : []
}

function checkScenario({ id, scenario, expected, criteria, requirements }: Scenario): string[] {
  const vague = [scenario.replace(/\(?REQ-\d+\)?/gi, ''), expected, criteria].filter(isVague)
  return [
    ...(requirements.length === 0 ? [`10.1: scenario ${id} names no requirement as (REQ-n).`] : []),
    ...vague.map(
      (text) => `10.1: scenario ${id} is vague: "${text.slice(0, 80)}". Say what exactly is seen.`,
    ),
    ...(expected === '' || criteria === ''
      ? [`10.1: scenario ${id} has no expected output or no pass criteria.`]
      : []),
  ]
}

function checkType({ id, scenario, type, input, expected, criteria }: Scenario, about: string) {
  if (isManual({ type })) {
    const reason = type.replace(NO_REASON, ' ').match(/\p{L}{2,}/gu) ?? []
    const isElsewhere = [input, expected, criteria].some((cell) => WHY.test(cell))
    return reason.length >= FEWEST_WORDS || isElsewhere
      ? []
      : [
          `10.1: scenario ${id} is Manual without a reason; write into its Type \`Manual: <why no test can do it>\`.`,
        ]
  }
  const steps = [scenario, input, expected, criteria].join('\n').replace(/`[^`]*`|"[^"]*"/g, '')
  const word = BY_HAND.exec(steps)?.[0].toLowerCase()
  return word === undefined || about.includes(word)
    ? []
    : [`10.1: scenario ${id} says "${word}" but is not typed Manual with a reason.`]
}
