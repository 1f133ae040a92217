import { expect, test } from 'vitest'
import { leaseRequestFor } from '../../test/rig/test-pool.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import { leaseClient } from './lease-client.ts'

const request = leaseRequestFor({ model: 'm' })

test('a lease comes with its key', async () => {
  const client = leaseClient(() => {}, new AbortController().signal)
  const wanted = client.for(1).acquire(request)
  client.receive({
    type: 'lease-granted',
    call: 1,
    lease: 7,
    credential: 'a',
    key: 'k',
  })
  expect(await wanted).toMatchObject({ lease: 7, credential: 'a' })
})

test('a stop ends the wait for a lease, and no wait begins after it', async () => {
  const told: ToCoordinator[] = []
  const stop = new AbortController()
  const client = leaseClient((message) => told.push(message), stop.signal)
  const wanted = client.for(1).acquire(request)
  stop.abort()
  await expect(wanted).rejects.toThrow()
  await expect(client.for(1).acquire(request)).rejects.toThrow()
  expect(told).toHaveLength(1)
})
