import { expect, test } from 'vitest'
import { withSettings } from './refused-settings.ts'

const HOW = { maxOutputTokens: 1_000, reasoning: 'high', temperature: 0.2 } as const
const refusal = (message: string, isFinal?: true) => ({
  ...{ reason: 'model-call-failed' as const, model: 'a:b', credential: 'key-1', message },
  ...(isFinal && { isFinal }),
})

test.each([
  ['Unsupported parameter: reasoning_effort.', ' (models.coder.reasoning is high)'],
  [
    'temperature may only be 1 with thinking',
    ' (models.coder.reasoning is high, models.coder.temperature is 0.2)',
  ],
  ['No such model', ''],
])('a refusal “%s” is told with the settings that it is about', (words, settings) => {
  const message = `${words.replace(/\.$/, '')}${settings}`
  expect(withSettings(refusal(words, true), 'coder', HOW)).toMatchObject({ message })
})

test('settings that the role does not have, and other failures, are not blamed', () => {
  const plain = { maxOutputTokens: 1_000 }
  const effort = refusal('Unknown effort', true)
  expect(withSettings(effort, 'coder', plain)).toBe(effort)
  const passing = refusal('The reasoning engine is overloaded')
  expect(withSettings(passing, 'coder', HOW)).toBe(passing)
})
