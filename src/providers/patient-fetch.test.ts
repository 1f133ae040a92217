import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { patientFetch } from './patient-fetch.ts'

const SHARED = Symbol.for('undici.globalDispatcher.1')

test('the limits of Node’s fetch do not count, and the signal does', async () => {
  const server = await hesitantServer()
  useImpatientDispatcher()
  const patient = ['/head', '/body'].map(async (path) =>
    (await patientFetch(server.url + path)).text(),
  )
  const impatient = ['/head', '/body'].map(async (path) => (await fetch(server.url + path)).text())
  const stopped = patientFetch(`${server.url}/head`, { signal: AbortSignal.timeout(20) })
  await expect(stopped).rejects.toThrow('timeout')
  const refused = await Promise.allSettled(impatient)
  expect(refused).toMatchObject([
    { reason: { cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } } },
    { reason: { cause: { code: 'UND_ERR_BODY_TIMEOUT' } } },
  ])
  server.goOn()
  expect(await Promise.all(patient)).toEqual(['hello', 'hello'])
})

/** Stops before its answer, or in the middle of it, until it is told to go on. */
async function hesitantServer() {
  const { promise: told, resolve: goOn } = Promise.withResolvers<void>()
  const server = createServer(async ({ url }, response) => {
    if (url === '/body') response.write('he')
    await told
    response.end(url === '/body' ? 'llo' : 'hello')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, goOn }
}

/** The shared dispatcher of Node's fetch, with limits of 50 ms instead of 300 s. */
function useImpatientDispatcher(): void {
  void Response.name // loads fetch, and with it the dispatcher
  const places = globalThis as unknown as Record<
    symbol,
    { constructor: new (options: object) => never }
  >
  const shared = places[SHARED]
  if (shared === undefined) throw new Error('Node’s fetch has no shared dispatcher.')
  places[SHARED] = new shared.constructor({ headersTimeout: 50, bodyTimeout: 50 })
  onTestFinished(() => {
    places[SHARED] = shared
  })
}
