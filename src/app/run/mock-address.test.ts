import { expect, test } from 'vitest'
import { ownPort } from '../../../test/rig/own-port.ts'
import { mockAddress } from './mock-address.ts'

const FLAGS = { mock: false, scenario: undefined, seed: 1 }

test.each([
  ['where nothing listens', async () => `http://127.0.0.1:${await ownPort()}`],
  ['without a protocol', async () => '127.0.0.1:4010'],
])('a standing mock provider %s is refused before the run', async (_, urlOf) => {
  const mockUrl = await urlOf()
  await expect(mockAddress({ ...FLAGS, mockUrl })).rejects.toMatchObject({
    code: 'mock-provider-missing',
    exitCode: 2,
    message: expect.stringContaining(`No mock provider at ${mockUrl}`),
    hint: expect.stringContaining('agentos mock-provider'),
  })
})
