import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AskedCall } from '../answer.ts'
import type { Completion, ErrorReply, Protocol, ResponseFacts } from './protocol.ts'

/** All that is needed to write one answer. */
export interface Reply {
  readonly response: ServerResponse
  readonly protocol: Protocol
  readonly call: AskedCall
  readonly facts: ResponseFacts
  readonly completion: Completion
}

/** Writes a good answer, whole or as a stream. */
export function writeCompletion({ response, protocol, call, facts, completion }: Reply): void {
  const headers = protocol.headers(facts)
  if (!call.stream) {
    return writeJson(response, { status: 200, headers, body: protocol.body(completion) })
  }
  const { opening, body, closing } = protocol.frames(completion, call)
  startStream(response, headers)
  for (const frame of [...opening, ...body, ...closing]) response.write(frame)
  response.end()
}

/** The same as a stream that trickles; ends when the client goes away. */
export async function writeSlowly(
  { response, protocol, call, facts, completion }: Reply,
  { pieceMs, signal }: { readonly pieceMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { opening, body, closing } = protocol.frames(completion, call)
  startStream(response, protocol.headers(facts))
  for (const frame of [...opening, ...body, ...closing]) {
    await wait(pieceMs, undefined, { signal }).catch(() => {}) // the client left
    if (signal.aborted) return
    response.write(frame)
  }
  response.end()
}

export function startStream(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  })
}

export function writeJson(response: ServerResponse, { status, headers, body }: ErrorReply): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
