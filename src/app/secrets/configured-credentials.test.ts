import { expect, test } from 'vitest'
import { configSchema } from '../../config/schema.ts'
import { configuredCredentials } from './configured-credentials.ts'

const config = configSchema.parse({
  credentials: [{ id: 'own', provider: 'google', from: 'env:KEYS' }],
})

test.each([
  ['good-key-1, short', 'Key 2 of the variable KEYS is too short'],
  ['good-key-1,bad\nkey-2', 'Key 2 of the variable KEYS has a character that no key has'],
  ['bad-key-€', 'Key 1 of the variable KEYS has a character that no key has'],
])('%j cannot be sent, and is refused without being shown', (KEYS, message) => {
  const configured = () => configuredCredentials(config, { KEYS })
  expect(configured).toThrow(message)
  expect(configured).not.toThrow(/good|bad/)
})
