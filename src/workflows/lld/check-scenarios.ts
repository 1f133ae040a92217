/** Requirements and the scenarios that test them: complete, exact, and automatic where possible. */
import { isVague, repeated } from '../document/check-text.ts'
import { isManual, isStays, type LldDocument, type Scenario } from './document.ts'

/** A person's work, however the scenario is typed. */
const BY_HAND =
  /\bmanually\b|\bby hand\b|\bmanual (check|test|inspection|verification|review)|\bvisual(ly)? (check|inspect|verif|confirm)\w*|\bby eye\b/i
/** Words that say that something is manual, and not why. */
const NO_REASON =
  /\b(manual(ly)?|auto\w*|tests?|tested|testing|checks?|checked|checking|verif\w+|inspect\w*|reviews?|only|required?s?|needed|necessary|scenario|case|step|the|a|an|is|by|hand|be|must|this|it)\b/gi
const FEWEST_WORDS = 2

export function checkRequirements({ requirements, scenarios }: LldDocument): string[] {
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
export function checkScenarios({ title, scenarios }: LldDocument, about: string): string[] {
  if (scenarios.length === 0) return ['Section 10.1 has no scenario.']
  return [
    ...repeated(scenarios.map(({ id }) => id)).map((id) => `10.1: the id ${id} is used twice.`),
    ...scenarios.flatMap((scenario) => [
      ...checkScenario(scenario),
      ...checkType(scenario, about.toLowerCase()),
    ]),
    ...checkChange(scenarios, title),
  ]
}

/** Where nothing but what stays is tested, no test shows what changes. */
function checkChange(scenarios: readonly Scenario[], title = ''): string[] {
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
    return reason.length >= FEWEST_WORDS
      ? []
      : [`10.1: scenario ${id} is Manual without a reason why it cannot be automatic.`]
  }
  const steps = [scenario, input, expected, criteria].join('\n').replace(/`[^`]*`|"[^"]*"/g, '')
  const word = BY_HAND.exec(steps)?.[0].toLowerCase()
  return word === undefined || about.includes(word)
    ? []
    : [`10.1: scenario ${id} says "${word}" but is not typed Manual with a reason.`]
}
