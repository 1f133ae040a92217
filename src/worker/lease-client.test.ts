import { expect, test } from 'vitest'
import type { ToCoordinator } from '../protocol/messages.ts'
import { LeaseClient } from './lease-client.ts'

const request = { provider: 'p', model: 'm', inputTokens: 1, outputTokens: 1, cost: null }

test('a lease comes with its key and with what it is for', async () => {
  const client = new LeaseClient(() => {}, new AbortController().signal)
  const wanted = client.for(1).acquire(request)
  client.receive({
    type: 'lease-granted',
    call: 1,
    lease: 7,
    credential: 'a',
    key: 'k',
    isProbe: true,
  })
  expect(await wanted).toMatchObject({ lease: 7, credential: 'a', isProbe: true })
})

test('a stop ends the wait for a lease, and no wait begins after it', async () => {
  const told: ToCoordinator[] = []
  const stop = new AbortController()
  const client = new LeaseClient((message) => told.push(message), stop.signal)
  const wanted = client.for(1).acquire(request)
  stop.abort()
  await expect(wanted).rejects.toThrow()
  await expect(client.for(1).acquire(request)).rejects.toThrow()
  expect(told).toHaveLength(1)
})
