import { expect, test } from 'vitest'
import { isAskedModel, isVersionOf } from './asked-model.ts'

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
  ['gpt-5', 'openai/gpt-5', true],
  ['openai/gpt-5', 'gpt-5-2025-08-07', true],
  ['anthropic/claude-opus-4', 'claude-opus-4-20250514', true],
  ['gemini-2.5-pro', 'models/gemini-2.5-pro', true],
  ['google/gemini-2.5-pro', 'models/gemini-2.5-pro-002', true],
  ['gemini-2.5-pro', 'publishers/google/models/gemini-2.5-pro', true],
  ['llama-v3p1-8b', 'accounts/fireworks/models/llama-v3p1-8b', true],
  ['Qwen/Qwen3-8B', 'qwen3-8b', true],
  ['deepseek/deepseek-r1:free', 'deepseek/deepseek-r1', true],
  ['deepseek/deepseek-r1', 'deepseek/deepseek-r1:nitro', true],
  ['qwen3-8b-q4_k_m', '/models/Qwen3-8B-Q4_K_M.gguf', true],
  ['us.anthropic.claude-opus-4-20250514-v1:0', 'claude-opus-4-20250514', true],
  ['claude-opus-4@20250514', 'claude-opus-4@20250514', true],
  ['openai/gpt-5', 'other/gpt-5', false],
  ['openai/gpt-5', 'openai/gpt-5-mini', false],
  ['gpt-5', 'openai/gpt-5-mini', false],
  ['gpt-5', 'openai/gpt-5-mini:free', false],
  ['deepseek-r1', 'deepseek-r1:8b', false],
  ['deepseek-r1', 'deepseek/deepseek-r1:thinking', false],
  ['qwen3-8b', '/models/qwen3-8b-q4_k_m.gguf', false],
  ['us.anthropic.claude-opus-4-20250514-v1:0', 'claude-sonnet-4-20250514', false],
  ['my-deployment', 'gpt-4o-2024-08-06', false],
])('asked %s, answered %s: %s', (asked, answered, expected) => {
  expect(isAskedModel(asked, answered, {})).toBe(expected)
})

test.each<[string, string | readonly string[], string, boolean]>([
  ['house', 'qwen3-235b', 'qwen3-235b', true],
  ['my-deployment', ['gpt-4.1', 'gpt-4o*'], 'gpt-4o-2024-08-06', true],
  ['my-deployment', ['gpt-4.1', 'gpt-4o*'], 'gpt-4x1', false],
  ['my-deployment', 'gpt-5', 'gpt-5-mini', false],
  ['my-deployment', 'gpt-4o*', '', false],
  ['my-deployment', ['gpt-4o*', ''], '', true],
  ['my-deployment', '*-turbo', 'GPT-4-Turbo', true],
])('%s, which may answer as %j, answered as %j: %s', (asked, alias, answered, expected) => {
  expect(isAskedModel(asked, answered, { [asked]: alias })).toBe(expected)
})

test('a price is for a name and its dated versions, not for what a router makes of it', () => {
  expect(isVersionOf('gpt-5', 'gpt-5-2025-08-07')).toBe(true)
  expect(isVersionOf('gpt-5', 'openai/gpt-5')).toBe(false)
  expect(isVersionOf('gpt-5', '')).toBe(false)
})
