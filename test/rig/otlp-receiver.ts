/**
 * Somebody who takes traces and metrics by OTLP over HTTP. Requests are read field by field, by the numbers
 * that OpenTelemetry's protocol files give them.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly startedAt: bigint
  readonly endedAt: bigint
}

export class OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[] = []
  /** The same, as they were written. */
  readonly written: Buffer[] = []
  /** All that came, as it came. */
  readonly bodies: { readonly path: string; readonly headers: unknown; readonly body: Buffer }[] =
    []

  private constructor(url: string) {
    this.url = url
  }

  /**
   * `slow` never answers, `failing` always with 500; `traces only` knows no metrics, `slow metrics` never answers them;
   * `refusing` takes all but two of each request.
   */
  static async open(
    mood: 'well' | 'slow' | 'failing' | 'traces only' | 'slow metrics' | 'refusing' = 'well',
  ): Promise<OtlpReceiver> {
    const server = createServer((request, response) => void receiver.#take(request, response, mood))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const receiver = new OtlpReceiver(`http://127.0.0.1:${port}`)
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    return receiver
  }

  get variables(): Record<string, string> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.url }
  }

  async #take(request: IncomingMessage, response: ServerResponse, mood: string): Promise<void> {
    const body = await buffer(request)
    this.bodies.push({ path: request.url ?? '', headers: request.headers, body })
    if (mood === 'slow' || (mood === 'slow metrics' && request.url === '/v1/metrics')) return
    if (mood === 'refusing') return refuse(request, response)
    if (request.url === '/v1/traces') {
      this.written.push(...spansIn(body))
      this.spans.push(...spansIn(body).map(readSpan))
    }
    const isUnknown = mood === 'traces only' && request.url !== '/v1/traces'
    response.writeHead(mood === 'failing' ? 500 : isUnknown ? 404 : 200).end()
  }
}

/** With 200, in the language of the request. */
function refuse({ headers, url }: IncomingMessage, response: ServerResponse): void {
  const type = headers['content-type'] ?? ''
  response.writeHead(200, { 'content-type': type })
  const message = `too old\n for ${headers.authorization}`
  if (type === 'application/json') {
    const rejected = url === '/v1/traces' ? 'rejectedSpans' : 'rejectedDataPoints'
    response.end(JSON.stringify({ partialSuccess: { [rejected]: '2', errorMessage: message } }))
  } else {
    const refusal = Buffer.from([0x08, 2, 0x12, message.length, ...Buffer.from(message)])
    response.end(Buffer.from([0x0a, refusal.length, ...refusal]))
  }
}

/** Each span of a request, as it is written there. */
export function spansIn(request: Buffer): Buffer[] {
  const messages = (within: Buffer, field: number) =>
    (fieldsOf(within).get(field) ?? []) as Buffer[]
  return messages(request, 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
}

function readSpan(span: Buffer): ReceivedSpan {
  const fields = fieldsOf(span)
  const bytes = (field: number) => (fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.of()
  return {
    traceId: bytes(1).toString('hex'),
    spanId: bytes(2).toString('hex'),
    parentSpanId: bytes(4).toString('hex'),
    name: bytes(5).toString('utf8'),
    startedAt: bytes(7).readBigUInt64LE(),
    endedAt: bytes(8).readBigUInt64LE(),
  }
}

/** A message of Protocol Buffers, its values by their numbers. */
function fieldsOf(message: Buffer): Map<number, (Buffer | bigint)[]> {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(message[at++] ?? 0)
      value |= (byte & 127n) << shift
      if (byte < 128n) return value
    }
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const key = Number(varint())
    const kind = key & 7
    const value = kind === 0 ? varint() : bytes(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()))
    const number = key >> 3
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}
