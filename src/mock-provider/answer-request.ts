/** One request's way: read, answered, delayed, written, counted. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerCall, type Provider } from './answer-call.ts'
import { digest } from './digest.ts'
import { anthropic } from './protocols/anthropic.ts'
import { gemini } from './protocols/gemini.ts'
import { openAiChat } from './protocols/openai-chat.ts'
import { openAiResponses } from './protocols/openai-responses.ts'
import type { Protocol, ReceivedRequest, WrongRequest } from './protocols/protocol.ts'
import { readJson } from './protocols/read-json.ts'
import { writeJson } from './protocols/write-answer.ts'

const PROTOCOLS: readonly Protocol[] = [gemini, anthropic, openAiChat, openAiResponses]

export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  provider: Provider,
): Promise<void> {
  const entry = provider.state.book.open()
  const gone = new AbortController()
  response.once('close', () => {
    entry.ended()
    gone.abort()
  })

  const [path = '', query = ''] = (request.url ?? '').split('?')
  const protocol = PROTOCOLS.find(({ matches }) => matches(path))
  if (protocol === undefined || request.method !== 'POST') {
    entry.failed('wrong-request')
    const error = { code: 404, message: `${request.method} ${path} is not served here.` }
    return writeJson(response, { status: 404, headers: {}, body: { error } })
  }

  const received = await readJson(request)
  if (received === 'gone') return
  const { headers } = request
  const read = readCall(protocol, received, { path, query: new URLSearchParams(query), headers })
  if ('wrong' in read) {
    entry.failed('wrong-request')
    return refuseWrongRequest(response, protocol, { ...read, at: provider.state.now() })
  }
  await answerCall({ response, protocol, call: read, provider, entry, gone: gone.signal })
}

function readCall(
  protocol: Protocol,
  received: { readonly json: unknown } | WrongRequest,
  rest: Omit<ReceivedRequest, 'body'>,
): ReturnType<Protocol['read']> {
  return 'wrong' in received ? received : protocol.read({ ...rest, body: received.json })
}

function refuseWrongRequest(
  response: ServerResponse,
  protocol: Protocol,
  { wrong, message, at }: WrongRequest & { readonly at: number },
): void {
  const requestId = `req_${digest(message).slice(0, 24)}`
  const facts = { model: '', key: '', retryAfterMs: 0, requestId, at, gauges: {} }
  writeJson(response, protocol.refuse({ kind: wrong, message, ...facts }))
}
