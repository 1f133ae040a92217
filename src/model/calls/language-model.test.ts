import { expect, test } from 'vitest'
import { parseModelName, vendorOf } from './language-model.ts'

test('a model is named by provider and model; the model may contain colons', () => {
  expect(parseModelName('local:qwen3:8b')).toEqual({ provider: 'local', model: 'qwen3:8b' })
  expect(() => parseModelName('gpt-5')).toThrow('not of the form provider:model')
})

test.each([
  ['openai:gpt-5', 'openai-chat:gpt-4o', true],
  ['google:gemini-2.5-pro', 'anthropic:claude-opus-4', false],
  ['house:a', 'house-chat:b', false],
  ['found in the repository', 'google:gemini-2.5-pro', false],
])('%s and %s are of one vendor: %s', (one, other, expected) => {
  expect(vendorOf(one) === vendorOf(other)).toBe(expected)
})
