/** One request: read, checked and answered, or refused as the client's mistake. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AskedCall } from './answer.ts'
import { answerCall, type Provider } from './answer-call.ts'
import { digest } from './digest.ts'
import { anthropic } from './protocols/anthropic/anthropic.ts'
import { gemini } from './protocols/gemini/gemini.ts'
import { openAiChat } from './protocols/openai/openai-chat.ts'
import { openAiResponses } from './protocols/openai/openai-responses.ts'
import { type Protocol, WrongRequest } from './protocols/protocol.ts'
import { writeJson } from './protocols/write-answer.ts'

const PROTOCOLS: readonly Protocol[] = [gemini, anthropic, openAiChat, openAiResponses]
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

  const [path = '', query = ''] = (request.url ?? '').split('?')
  const protocol = PROTOCOLS.find(({ matches }) => matches(path))
  if (protocol === undefined || request.method !== 'POST') {
    entry.failed('wrong-request')
    const error = { code: 404, message: `${request.method} ${path} is not served here.` }
    return writeJson(response, { status: 404, headers: {}, body: { error } })
  }

  const bytes = await buffer(request).catch(() => undefined) // the client went away while sending it
  if (bytes === undefined) return
  const { headers } = request
  let call: AskedCall
  try {
    const body = parseBody(bytes, headers['content-type'])
    call = protocol.read({ path, query: new URLSearchParams(query), headers, body })
  } catch (error) {
    if (!(error instanceof WrongRequest)) throw error
    entry.failed('wrong-request')
    const { kind, message } = error
    const requestId = `req_${digest(message).slice(0, 24)}`
    const facts = { model: '', key: '', requestId, at: provider.state.now(), gauges: {} }
    return writeJson(response, protocol.refuse({ kind, message, retryAfterMs: 0, ...facts }))
  }
  await answerCall({ response, protocol, call, provider, entry, signal: disconnected.signal })
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
