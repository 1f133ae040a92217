/**
 * One HTTP request and its whole answer, by Node's own client. `fetch` would cost a young process
 * more than all the rest of its first call, and gives up after 300 s. A place where nobody takes the
 * call is noticed long before the call's time is over. A request without an answer is a `NetworkError`;
 * an answer that stops in the middle is given as far as it came, and one without an end is not read to
 * the end of memory.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { addressOf, codeOf } from '../model/network-fault.ts'
import { type Client, clientFor } from './http-client.ts'
import { NetworkError, type Phase } from './network-error.ts'
import { textOf } from './response-text.ts'

const CONNECT_WITHIN_MS = 10_000
/** Far above the longest answer of any model. */
const MOST_BYTES = 32 * 2 ** 20

export interface HttpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends it with the signal's reason. */
  readonly signal: AbortSignal
  /** How long the whole exchange may take. */
  readonly timeoutMs?: number
  readonly connectWithinMs?: number
  /** The largest body, also after decompression. */
  readonly mostBytes?: number
}

/** By their names in lower case; of cookies, which may come several times, none. */
export type ResponseHeaders = ReadonlyMap<string, string>

export interface HttpResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: ResponseHeaders
  readonly body: string
  /** Why the body is not whole. */
  readonly cut?: NetworkError
  /** Why the body is not text; then it is the bytes as they came. */
  readonly undecoded?: string
  /** Why the body is left out. */
  readonly tooLarge?: string
}

/** Follows nobody elsewhere: a key goes where it was sent, and a redirect is an answer. */
export async function exchange(address: string, request: HttpRequest): Promise<HttpResponse> {
  const { signal, body = '', timeoutMs, connectWithinMs = CONNECT_WITHIN_MS } = request
  const { mostBytes = MOST_BYTES } = request
  const url = new URL(address)
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const chunks: Buffer[] = []
  let size = 0
  let phase: Phase = 'connect'
  let answer: IncomingMessage | undefined
  const fail = (error: Error, code = codeOf(error)) => {
    if (signal.aborted) return reject(signal.reason)
    const fault = new NetworkError({ code, address: addressOf(url), phase }, error)
    if (answer === undefined) return reject(fault)
    resolve({ ...responseOf(answer, Buffer.concat(chunks), mostBytes), cut: fault })
  }
  const sent = begin(clientFor(url), url, request)
  const giveUpIn = (ms: number, code: () => string) =>
    setTimeout(() => {
      fail(new Error(`Given up after ${ms} ms.`), code())
      sent.destroy()
    }, ms)
  sent.on('error', (error) => fail(error))
  sent.on('socket', (socket) => {
    let isResolved = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
    socket.once('lookup', () => {
      isResolved = true
    })
    const code = () => (isResolved ? 'ETIMEDOUT' : 'EAI_AGAIN')
    const timer = socket.connecting ? giveUpIn(connectWithinMs, code) : undefined
    onceConnected(socket, () => {
      clearTimeout(timer)
      phase = 'response'
    })
    socket.once('close', () => clearTimeout(timer))
  })
  sent.on('upgrade', (_, socket) => {
    socket.destroy()
    fail(new Error('The server switches to another protocol.'), 'EPROTO')
  })
  sent.on('response', (incoming) => {
    phase = 'body'
    answer = incoming
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= mostBytes) return void chunks.push(chunk)
      resolve(withoutBody(incoming, mostBytes))
      sent.destroy()
    })
    incoming.on('error', (error) => fail(error))
    incoming.on('end', () => resolve(responseOf(incoming, Buffer.concat(chunks), mostBytes)))
  })
  sent.end(body)
  const timer = timeoutMs === undefined ? undefined : giveUpIn(timeoutMs, () => 'TIMEOUT')
  return promise.finally(() => clearTimeout(timer))
}

function begin({ request, agent }: Client, url: URL, asked: HttpRequest): ClientRequest {
  const { method, headers, body = '', signal } = asked
  const plain = { 'accept-encoding': 'identity', 'content-length': `${Buffer.byteLength(body)}` }
  return request(url, { method, headers: { ...headers, ...plain }, signal, agent })
}

/** An agent may hand out a connection from before. */
function onceConnected(socket: Socket, then: () => void): void {
  if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', then)
  else then()
}

function responseOf(incoming: IncomingMessage, bytes: Buffer, mostBytes: number): HttpResponse {
  const head = headOf(incoming)
  try {
    return {
      ...head,
      body: textOf(bytes, { encoding: head.headers.get('content-encoding'), mostBytes }),
    }
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return withoutBody(incoming, mostBytes)
    const undecoded = error instanceof Error ? error.message : String(error)
    return { ...head, body: bytes.toString('latin1'), undecoded }
  }
}

function withoutBody(incoming: IncomingMessage, mostBytes: number): HttpResponse {
  const tooLarge = `the answer is larger than ${mostBytes / 2 ** 20} MB`
  return { ...headOf(incoming), body: '', tooLarge }
}

function headOf(
  incoming: IncomingMessage,
): Pick<HttpResponse, 'status' | 'statusText' | 'headers'> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = incoming
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { status, statusText, headers: new Map(single) }
}
