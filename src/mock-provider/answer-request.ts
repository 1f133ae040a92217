/** One request: read, checked and answered, or refused as the client's mistake. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { answerCall, type Provider } from './answer-call.ts'
import { digest } from './digest.ts'
import { answerLookup } from './lookups/answer-lookup.ts'
import { type ErrorFacts, type Protocol, WrongRequest } from './protocols/protocol.ts'
import { writeJson } from './protocols/write-answer.ts'
import { notServed, routeOf } from './route.ts'

const MOST_BYTES = 32 * 1024 * 1024

export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  provider: Provider,
): Promise<void> {
  const entry = provider.state.book.open()
  const disconnected = new AbortController()
  response.once('close', () => {
    entry.ended()
    disconnected.abort()
  })
  const refuse = (
    by: Protocol,
    refusal: Pick<ErrorFacts, 'kind' | 'message' | 'param' | 'code'>,
  ) => {
    entry.failed('wrong-request')
    const requestId = `req_${digest(refusal.message).slice(0, 24)}`
    const facts = { model: '', key: '', requestId, at: provider.state.now(), gauges: {} }
    writeJson(response, by.refuse({ retryAfterMs: 0, ...facts, ...refusal }))
  }

  const { headers, method = '' } = request
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const address = { path, query: new URLSearchParams(query), headers }
  const route = routeOf(method, address)
  if (route === undefined) {
    const { protocol, message } = notServed(method, address)
    return refuse(protocol, { kind: 'not-found', message, code: null })
  }

  const bytes = await buffer(request).catch(() => undefined) // the client went away while sending it
  if (bytes === undefined) return
  const { protocol, lookup } = route
  const asked = { response, protocol, provider, entry, signal: disconnected.signal }
  try {
    const body = method === 'GET' ? undefined : parseBody(bytes, headers['content-type'])
    const received = { ...address, body }
    if (lookup !== undefined) return answerLookup(asked, lookup(received, provider.models))
    const call = protocol.read(received)
    await answerCall({ ...asked, call })
  } catch (error) {
    if (!(error instanceof WrongRequest)) throw error
    const { kind = 'bad-request', ...place } = error.mistake
    refuse(protocol, { kind, message: error.message, ...place })
  }
}

function parseBody(bytes: Buffer, type = ''): unknown {
  if (bytes.length > MOST_BYTES)
    throw new WrongRequest(`The body has ${bytes.length} bytes, more than ${MOST_BYTES}.`)
  if (!type.startsWith('application/json'))
    throw new WrongRequest('Expected content-type to be application/json.')
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    throw new WrongRequest(`The body is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}
