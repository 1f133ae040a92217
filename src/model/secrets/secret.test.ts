import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('gemini-2', 'AIza-very-secret')

test('a secret cannot be printed in any way, only revealed', () => {
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }),
    new Error(`with ${secret}`).message,
    Object.keys(secret).join(),
  ]
  for (const text of shown) expect(text).not.toContain('AIza')
  expect(shown[0]).toBe('[secret gemini-2]')
  expect(secret.reveal()).toBe('AIza-very-secret')
})

test.each([
  ['Incorrect API key provided: AIza-v****ret.', 'Incorrect API key provided: [secret gemini-2].'],
  ['key AIza... is disabled', 'key [secret gemini-2] is disabled'],
  ['key …-secret', 'key [secret gemini-2]'],
  ['wait ... and see **this**', 'wait ... and see **this**'],
])('what is left of a masked value is taken out: %s', (text, expected) => {
  expect(secret.redactMasked(text)).toBe(expected)
})
