import { expect, test } from 'vitest'
import { isAskedModel, parseModelName, vendorOf } from './language-model.ts'

test.each([
  ['claude-sonnet-4-5', 'claude-sonnet-4-5', true],
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', true],
  ['claude-opus-4', 'claude-opus-4-20250514', true],
  ['claude-opus-4', 'claude-opus-4@20250514', true],
  ['gpt-5', 'gpt-5-2025-08-07', true],
  ['gpt-4', 'gpt-4-0613', true],
  ['mistral-large', 'mistral-large-2411', true],
  ['gemini-2.5-pro', 'gemini-2.5-pro-002', true],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-05-20', true],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-09-2025', true],
  ['gemini-2.5-pro-preview', 'gemini-2.5-pro-preview-06-05', true],
  ['openai/gpt-4o', 'openai/gpt-4o-2024-08-06', true],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022', true],
  ['gpt-4o', 'gpt-4o-latest', true],
  ['qwen3', 'qwen3:latest', true],
  ['claude-opus-4', 'claude-opus-4-1-20250805', false],
  ['claude-opus-4', 'claude-opus-4-1', false],
  ['claude-opus-4', 'claude-opus-4-5', false],
  ['claude-opus-4-1', 'claude-opus-4', false],
  ['claude-opus-4-1-20250805', 'claude-opus-4-1', false],
  ['claude-opus-4-20250514', 'claude-opus-4-20250601', false],
  ['claude-opus-4', 'claude-opus', false],
  ['gpt-5', 'gpt-5-mini', false],
  ['gpt-5', 'gpt-5-mini-2025-08-07', false],
  ['gpt-5', 'gpt-5.1', false],
  ['gpt-5', 'gpt-5-2025', false],
  ['gpt-5', 'gpt-4o', false],
  ['gpt-4', 'gpt-4-32k', false],
  ['gpt-4', 'gpt-4-1106-preview', false],
  ['gpt-4', 'gpt-4-1399', false],
  ['gemini-2.5-pro', 'gemini-2.5-flash', false],
  ['gemini-2.5-flash', 'gemini-2.5-flash-lite-preview-06-17', false],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview', false],
  ['qwen3', 'qwen3:8b', false],
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

test.each([
  ['openai:gpt-5', 'openai-chat:gpt-4o', true],
  ['google:gemini-2.5-pro', 'anthropic:claude-opus-4', false],
  ['house:a', 'house-chat:b', false],
  ['found in the repository', 'google:gemini-2.5-pro', false],
])('%s and %s are of one vendor: %s', (one, other, expected) => {
  expect(vendorOf(one) === vendorOf(other)).toBe(expected)
})
