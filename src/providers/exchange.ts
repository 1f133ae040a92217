/**
 * One HTTP request and its whole answer, by Node's own client. `fetch` would cost a young process
 * more than all the rest of its first call, and gives up after 300 s: how long this may take is
 * said by the signal, and by nothing else.
 */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'

export interface HttpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** By their names in lower case; those that may come several times are left out. */
export type ResponseHeaders = ReadonlyMap<string, string>

export interface HttpResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: ResponseHeaders
  readonly body: string
}

type Begin = (
  url: string,
  options: RequestOptions,
  answer: (incoming: IncomingMessage) => void,
) => ClientRequest

/** Follows nobody elsewhere: a key goes where it was sent, and a redirect is an answer. */
export function exchange(url: string, request: HttpRequest): Promise<HttpResponse> {
  const { method, headers, body = '', signal } = request
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : error)
    const plain = { 'accept-encoding': 'identity', 'content-length': `${Buffer.byteLength(body)}` }
    const options = { method, headers: { ...headers, ...plain }, signal }
    const sent = clientFor(url)(url, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve(responseOf(incoming, Buffer.concat(chunks).toString())))
      incoming.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Loaded by those who call a model, by name: `import` would read all that it exports. */
function clientFor(url: string): Begin {
  const module = url.startsWith('https:') ? 'node:https' : 'node:http'
  return process.getBuiltinModule(module).request
}

function responseOf(
  { statusCode = 0, statusMessage = '', headers }: IncomingMessage,
  body: string,
): HttpResponse {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { status: statusCode, statusText: statusMessage, headers: new Map(single), body }
}
