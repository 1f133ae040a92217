/** Whether the mock provider can write for a project: its designs and its code would be wrong in any other. */
import { UsageError } from '../../model/usage-error.ts'
import type { ProjectFacts } from './project-facts.ts'

const FRAMEWORKS: readonly string[] = ['node:test', 'vitest', 'jest', 'mocha', 'pytest']

/** Refuses a run before its first call. */
export function requireMockable(facts: ProjectFacts): void {
  const trouble = mockTrouble(facts)
  if (trouble === undefined) return
  const message = `The mock provider cannot write code for this project: ${trouble}. It writes JavaScript and TypeScript with tests of node:test, vitest, jest or mocha, and Python with tests of pytest.`
  throw new UsageError('mock-unsupported', message, {
    hint: 'To see a whole run, try `agentos demo`. Here, leave out --mock; or set implement.test, if the tests are run by one of these.',
  })
}

function mockTrouble({ tools, language }: ProjectFacts): string | undefined {
  if (tools === undefined) return 'no known way to run its tests was found'
  const { framework, all, from } = tools
  if (FRAMEWORKS.includes(framework)) return undefined
  const runner = framework === 'own' ? 'an unknown runner' : (language ?? framework)
  return `its tests are run by \`${all}\` (${runner}, known from ${from})`
}
