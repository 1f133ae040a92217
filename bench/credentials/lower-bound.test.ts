import { expect, test } from 'vitest'
import { lowerBoundMs } from './lower-bound.ts'
import { SCENARIOS, VARIANTS } from './scenarios.ts'

test.each([
  ['S1', 7.3],
  ['S2', 10.6],
  ['S3', 11.2],
  ['S4', 6.1],
  ['S5', 7.0],
  ['one-told', 9.3],
])('%s cannot be done in less than %f s', (name, seconds) => {
  const scenario = [...SCENARIOS, ...VARIANTS].find((one) => one.name === name)
  expect(scenario && lowerBoundMs(scenario) / 1_000).toBeCloseTo(seconds, 1)
})
