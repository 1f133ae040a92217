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
