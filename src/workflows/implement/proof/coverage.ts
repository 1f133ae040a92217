/** Which tests of an item are about which requirement: the one answer for reviews and reports. */
import { isManual, isStays } from '../../lld/document.ts'
import type { Design } from '../design.ts'
import { testedRequirements } from './scenarios.ts'
import type { WrittenTests } from './written-tests.ts'

export interface Coverage {
  readonly requirement: number
  readonly text: string
  /** Names of new and changed tests. */
  readonly tests: readonly string[]
  /** Without a test of the item: its scenarios, if a person has to try it or older tests show that it stays. */
  readonly otherwise?: { readonly how: 'Manual' | 'Stays'; readonly scenarios: readonly string[] }
}

export function coverageOf(
  { requirements, scenarios }: Pick<Design, 'requirements' | 'scenarios'>,
  tests: WrittenTests,
): Coverage[] {
  const written = Object.values(tests).flatMap(({ fresh, changed }) => [...fresh, ...changed])
  const about = written.map((test) => ({
    name: test.name,
    numbers: testedRequirements(scenarios, test),
  }))
  return requirements.map(({ number: requirement, text }) => {
    const tests = about.filter(({ numbers }) => numbers.includes(requirement))
    if (tests.length > 0) return { requirement, text, tests: tests.map(({ name }) => name) }
    const own = scenarios.filter((scenario) => scenario.requirements.includes(requirement))
    return { requirement, text, tests: [], ...otherwise(own) }
  })
}

function otherwise(scenarios: Design['scenarios']): Pick<Coverage, 'otherwise'> {
  const isElsewhere = (scenario: (typeof scenarios)[number]) =>
    isManual(scenario) || isStays(scenario)
  if (scenarios.length === 0 || !scenarios.every(isElsewhere)) return {}
  const how = scenarios.some(isManual) ? 'Manual' : 'Stays'
  return { otherwise: { how, scenarios: scenarios.map(({ id }) => id) } }
}

/** Requirements that should have a test of the item, and have none. */
export function uncovered(rows: readonly Coverage[]): Coverage[] {
  return rows.filter((row) => row.tests.length === 0 && row.otherwise === undefined)
}
