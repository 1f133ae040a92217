/** What a design's scenarios ask of tests: which requirements they name, and what they show before any code is written. */
import { isManual, isStays, type Scenario } from '../../lld/document.ts'

type Stated = Pick<Scenario, 'id' | 'type' | 'requirements'>

/** A new test, as far as it says what it is about. */
export interface FreshTest {
  readonly name: string
  /** Its name, its suites, and what its texts name. */
  readonly about: readonly string[]
}

/**
 * Requirements with an automatic scenario that no new test names, by itself or by a scenario. What stays as it is may be
 * shown by tests that are there already.
 */
export function untestedRequirements(
  scenarios: readonly Stated[],
  tests: readonly FreshTest[],
): number[] {
  const automatic = scenarios.filter((scenario) => !isManual(scenario))
  const isNew = (scenario: Stated) => !isStays(scenario)
  const requirements = new Set(automatic.filter(isNew).flatMap((scenario) => scenario.requirements))
  const tested = new Set(tests.flatMap((test) => testedRequirements(automatic, test)))
  return [...requirements].filter((number) => !tested.has(number))
}

/** Requirements that a test is about. */
export function testedRequirements(scenarios: readonly Stated[], test: FreshTest): number[] {
  const named = scenarios.filter((scenario) => namesScenario(test, scenario))
  const all = [...new Set(scenarios.flatMap((scenario) => scenario.requirements))]
  return [
    ...all.filter((number) => namesRequirement(test, number)),
    ...named.flatMap((scenario) => scenario.requirements),
  ]
}

/** Whether a new test shows what stays as it is, so that it passes already. */
export function showsWhatStays(scenarios: readonly Stated[], test: FreshTest): boolean {
  const automatic = scenarios.filter((scenario) => !isManual(scenario))
  const named = automatic.filter((scenario) => namesScenario(test, scenario))
  const about =
    named.length > 0
      ? named
      : automatic.filter(({ requirements }) =>
          requirements.some((number) => namesRequirement(test, number)),
        )
  return about.length > 0 && about.every(isStays)
}

/** In whatever form the language allows: `REQ-1`, `req_1`, `Req1`. */
function namesRequirement({ about }: FreshTest, number: number): boolean {
  const pattern = new RegExp(`REQ[-_ ]?0*${number}(?!\\d)`, 'i')
  return about.some((text) => pattern.test(text))
}

function namesScenario({ about }: FreshTest, { id }: Stated): boolean {
  const plain = id.replace(/[^\p{L}\p{N}]+/gu, '')
  if (!/\d/.test(plain)) return false
  const pattern = new RegExp(`(?<![a-z0-9])${/^\d/.test(plain) ? 'T?' : ''}${plain}(?!\\d)`, 'i')
  return about.some((text) => pattern.test(text) || pattern.test(split(text)))
}

/** `TestT010Adds` names `T010`. */
function split(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}
