import { expect, test } from 'vitest'
import { untestedRequirements } from './scenarios.ts'

const scenarios = [
  { id: 'T010', type: 'Auto', requirements: [1] },
  { id: 'T020', type: 'Stays', requirements: [2] },
  { id: 'T030', type: 'Stays', requirements: [1, 3] },
  { id: 'T040', type: 'Auto', requirements: [3] },
  { id: 'T050', type: 'Manual', requirements: [4] },
]

function naming(...names: string[]) {
  return names.map((name) => ({ name, about: [name] }))
}

test('a new test is wanted for what is new; what only stays may be shown by tests that are there', () => {
  expect(untestedRequirements(scenarios, [])).toEqual([1, 3])
  expect(untestedRequirements(scenarios, naming('T010 adds', 'test_req_3_counts'))).toEqual([])
})
