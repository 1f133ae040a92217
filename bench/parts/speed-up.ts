/** How near to the possible workers come: designs whose model calls take a fixed time. */

import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { Project } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

/** Little, for a model: what the product takes besides shows the more. */
const LATENCY_MS = 2_000
/** They mostly wait, so they differ little. */
const MOST_ROUNDS = 2
/** Keys that are known to allow it: where nothing is known, the first calls are made with caution. */
const ENOUGH = { limits: [{ requests: 10_000, known: 'limits' as const }] }
const FEW = 6
const MANY = 30
const WORKERS = 10
const FIRST = 3

export const speedUp: Part = async ({ rounds }) => {
  const provider = await startMockProvider({
    answer: workflowAnswers,
    latencyMs: LATENCY_MS,
    scenario: ENOUGH,
  })
  const quick = await startMockProvider({ answer: workflowAnswers })
  const designs = async (items: number, parallel: number) => {
    using project = new Project(repositoryWith(items))
    // Nobody's first design here: estimates have a history.
    await project.agentos(['lld', `${FIRST}`, '--mock-url', quick.url])
    const flags = ['--parallel', `${parallel}`, '--mock-url', provider.url]
    return await project.agentos(['lld', '--all', ...flags])
  }
  try {
    const taken = await medians(Math.min(rounds, MOST_ROUNDS), {
      sequential: () => designs(FEW, 1),
      three: () => designs(FEW, 3),
      ten: () => designs(MANY, WORKERS),
    })
    const ideal = (taken.sequential.ms / FEW) * (MANY / WORKERS)
    return [
      {
        what: `${FEW} designs, 3 workers ÷ one after the other`,
        unit: 'ratio',
        ours: taken.three.ms / taken.sequential.ms,
        atMost: 0.36,
        peers: [{ name: 'ideal', value: 1 / 3 }],
      },
      {
        what: `${MANY} designs, ${WORKERS} workers ÷ a tenth of one after the other`,
        unit: 'ratio',
        ours: taken.ten.ms / ideal,
        atMost: 1.1,
        peers: [{ name: 'ideal', value: 1 }],
      },
    ]
  } finally {
    await quick.close()
    await provider.close()
  }
}

/** The mock provider answers every third issue alike: four calls for each design. */
function repositoryWith(issues: number): Record<string, string> {
  const numbers = [FIRST, ...Array.from({ length: issues }, (_, index) => FIRST + 3 * (index + 1))]
  return {
    'src/list.js': 'export const list = []\n',
    ...Object.fromEntries(
      numbers.map((number) => [
        `issues/${number}-count.md`,
        `# Count to ${number}\n\n- [ ] It prints the numbers from 1 to ${number}\n`,
      ]),
    ),
  }
}
