import { expect, test } from 'vitest'
import { isAskedModel, parseModelName } from './language-model.ts'

test.each([
  ['claude-sonnet-4-5', 'claude-sonnet-4-5', true],
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', true],
  ['gpt-5', 'gpt-5-2025-08-07', true],
  ['gemini-2.5-pro', 'gemini-2.5-pro-002', true],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022', true],
  ['gpt-5', 'gpt-5-mini', false],
  ['gpt-5', 'gpt-4o', false],
  ['gemini-2.5-pro', 'gemini-2.5-flash', false],
  ['claude-opus-4', 'claude-opus', false],
  ['gpt-5', '', false],
])('asked %s, answered %s: %s', (asked, answered, expected) => {
  expect(isAskedModel(asked, answered, {})).toBe(expected)
})

test('an alias named in the settings is the asked model too', () => {
  expect(isAskedModel('house', 'qwen3-235b', { house: 'qwen3-235b' })).toBe(true)
})

test('a model is named by provider and model; the model may contain colons', () => {
  expect(parseModelName('local:qwen3:8b')).toEqual({ provider: 'local', model: 'qwen3:8b' })
  expect(() => parseModelName('gpt-5')).toThrow('not of the form provider:model')
})
