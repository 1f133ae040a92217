/**
 * One HTTP request and its whole answer, by Node's own client. `fetch` would cost a young process
 * more than all the rest of its first call, and gives up after 300 s: how long an answer may take is
 * said by the signal, and by nothing else. Only to connect must not take long.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Client, clientFor } from './http-client.ts'
import { textOf } from './response-text.ts'

const CONNECT_WITHIN_MS = 10_000

export interface HttpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  readonly connectWithinMs?: number
}

/** By their names in lower case; of cookies, which may come several times, none. */
export type ResponseHeaders = ReadonlyMap<string, string>

export interface HttpResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: ResponseHeaders
  readonly body: string
}

/** Follows nobody elsewhere: a key goes where it was sent, and a redirect is an answer. */
export async function exchange(address: string, request: HttpRequest): Promise<HttpResponse> {
  const { signal, body = '', connectWithinMs = CONNECT_WITHIN_MS } = request
  const url = new URL(address)
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : withWords(error))
    const sent = begin(clientFor(url), url, request)
    sent.on('error', fail)
    sent.on('socket', (socket) => connectIn(connectWithinMs, sent, socket))
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new Error('it wants to speak another protocol'))
    })
    sent.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        try {
          resolve(responseOf(incoming, Buffer.concat(chunks)))
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.end(body)
  })
}

function begin({ request, agent }: Client, url: URL, asked: HttpRequest): ClientRequest {
  const { method, headers, body = '', signal } = asked
  const plain = { 'accept-encoding': 'identity', 'content-length': `${Buffer.byteLength(body)}` }
  return request(url, { method, headers: { ...headers, ...plain }, signal, agent })
}

/** A place where nobody takes the call is noticed long before the call's time is over. */
function connectIn(ms: number, sent: ClientRequest, socket: Socket): void {
  if (!socket.connecting) return
  const giveUp = () => sent.destroy(new Error(`no connection within ${ms / 1_000} s`))
  const timer = setTimeout(giveUp, ms)
  const end = () => clearTimeout(timer)
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', end).once('close', end)
}

/** Where a host has several addresses, Node's error has the words of each, and none of its own. */
function withWords(error: Error): Error {
  if (!(error instanceof AggregateError) || error.message !== '') return error
  return new Error(error.errors.map(({ message }) => message).join(', '), { cause: error })
}

function responseOf(incoming: IncomingMessage, bytes: Buffer): HttpResponse {
  const { statusCode = 0, statusMessage = '', headers } = incoming
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const body = textOf(bytes, headers['content-encoding'])
  return { status: statusCode, statusText: statusMessage, headers: new Map(single), body }
}
