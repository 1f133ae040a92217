import { expect, test } from 'vitest'
import { fillPrompt } from './fill-prompt.ts'

const TEXT = 'For {{name}}:\n\n{{first}}\n\n{{second}}\n\nThe end. {{third}}\n'

test.each([
  [{ first: 'a', second: 'b', third: 'c' }, 'For x:\n\na\n\nb\n\nThe end. c\n'],
  [{ first: '', second: '', third: '' }, 'For x:\n\nThe end. \n'],
  [{ first: '', second: '\n', third: '{{name}}' }, 'For x:\n\n\n\n\nThe end. {{name}}\n'],
])('words are filled in, and a paragraph with nothing to say leaves no gap: %j', (words, text) => {
  expect(fillPrompt('greet', TEXT, { name: 'x', ...words })).toBe(text)
})

test('a paragraph may be the last thing', () => {
  expect(fillPrompt('greet', 'a\n\n{{x}}', { x: '' })).toBe('a\n\n')
  expect(fillPrompt('greet', 'a\n\n{{x}}\n', { x: 'b' })).toBe('a\n\nb\n')
})

test('a word that was not given is an error', () => {
  expect(() => fillPrompt('greet', '{{x}}', {})).toThrow('Prompt "greet" wants "x"')
})
