import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { redactDeep, Secret } from './secret.ts'

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

test('secrets are taken out of data of any depth', () => {
  const data = {
    message: 'bad key AIza-very-secret!',
    list: [{ text: 'AIza-very-secret' }, 3, null],
  }
  expect(redactDeep(data, [secret])).toEqual({
    message: 'bad key [secret gemini-2]!',
    list: [{ text: '[secret gemini-2]' }, 3, null],
  })
})

test('a value is found as JSON and addresses spell it', () => {
  const slashed = new Secret('a', 'sk/with+signs=')
  for (const text of ['sk/with+signs=', 'sk\\/with+signs=', 'sk%2Fwith%2Bsigns%3D'])
    expect(slashed.redact(`<${text}>`)).toBe('<[secret a]>')
})

test.each([
  ['Incorrect API key provided: AIza-v****ret.', 'Incorrect API key provided: [secret gemini-2].'],
  ['key AIza... is disabled', 'key [secret gemini-2] is disabled'],
  ['key …-secret', 'key [secret gemini-2]'],
  ['wait ... and see **this**', 'wait ... and see **this**'],
])('what is left of a masked value goes too: %s', (text, expected) => {
  expect(secret.redactMasked(text)).toBe(expected)
})
