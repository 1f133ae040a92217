/** Faults that are no error responses: the client must notice them by itself. */
import { unreachable } from '../../model/unreachable.ts'
import type { Fault } from '../answer.ts'
import type { ErrorFacts } from '../protocols/protocol.ts'
import { dataEvent } from '../protocols/server-sent-events.ts'
import { type Reply, startStream, writeCompletion, writeJson } from '../protocols/write-answer.ts'

export function writeFault(fault: Fault, reply: Reply, refusal: Omit<ErrorFacts, 'kind'>): void {
  switch (fault) {
    case 'hang':
      return
    case 'cut':
      return writeHalf(reply, () => void reply.response.destroy())
    case 'stall':
      return writeHalf(reply, () => {}) // nothing follows, until the client has enough
    case 'ended-early':
      return reply.call.stream
        ? writeHalf(reply, () => void reply.response.end())
        : writeBroken(reply)
    case 'no-usage':
      return writeCompletion({ ...reply, completion: { ...reply.completion, hidesUsage: true } })
    case 'invalid-json':
      return writeBroken(reply)
    case 'other-model':
      return writeCompletion(withModel(reply, 'another-model'))
    case 'no-model':
      return writeCompletion(withModel(reply, undefined))
    case 'error-in-stream':
      return failInStream(reply, refusal)
    case 'error-in-200':
      return failIn200(reply, refusal)
    case 'html-error':
      return writePage(reply, 502, 'Bad Gateway')
    case 'html-too-big':
      return writePage(reply, 413, 'Request Entity Too Large')
    default:
      return unreachable(fault)
  }
}

function withModel(reply: Reply, model: string | undefined): Reply {
  return { ...reply, completion: { ...reply.completion, model } }
}

function writeHalf(reply: Reply, then: () => void): void {
  const { response, protocol, call, facts, completion } = reply
  const headers = protocol.headers(facts)
  if (call.stream) {
    startStream(response, headers)
    // Without a byte of body the headers would not be sent either; this one is a comment.
    response.write(firstHalf(reply).join('') || ':\n\n', then)
    return
  }
  const text = JSON.stringify(protocol.body(completion))
  const about = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(200, { ...headers, ...about })
  response.write(text.slice(0, text.length / 2), then)
}

/** A response that is complete for HTTP, with JSON that is not; of a stream, one event in the middle. */
function writeBroken(reply: Reply): void {
  const { response, protocol, call, facts, completion } = reply
  const headers = protocol.headers(facts)
  if (call.stream) {
    const { opening, body, closing } = protocol.frames(completion, call)
    const [next = '', ...rest] = [...body, ...closing]
    startStream(response, headers)
    response.end(`${opening.join('')}${next.slice(0, next.length / 2)}\n\n${rest.join('')}`)
    return
  }
  const text = JSON.stringify(protocol.body(completion))
  response.writeHead(200, { ...headers, 'content-type': 'application/json' })
  response.end(text.slice(0, text.length / 2))
}

function failInStream(reply: Reply, refusal: Omit<ErrorFacts, 'kind'>): void {
  const { response, protocol, call, facts } = reply
  if (!call.stream) {
    return writeJson(response, protocol.refuse({ kind: 'overloaded', ...refusal }))
  }
  const before = firstHalf(reply)
  startStream(response, protocol.headers(facts))
  response.end([...before, protocol.errorFrame(refusal, before.length)].join(''))
}

/** A rate limit that only the body reports; a stream has it as its only event. */
function failIn200({ response, protocol, call, facts }: Reply, refusal: Omit<ErrorFacts, 'kind'>) {
  const headers = protocol.headers(facts)
  const body = {
    error: {
      code: 429,
      message: refusal.message ?? 'Rate limit exceeded',
      metadata: { error_type: 'rate_limit_exceeded' },
    },
    choices: call.stream ? [{ index: 0, delta: {}, finish_reason: 'error' }] : [],
  }
  if (!call.stream) return writeJson(response, { status: 200, headers, body })
  startStream(response, headers)
  response.end(dataEvent(body))
}

/** What a proxy in between says: no JSON, and none of the provider's headers. */
function writePage({ response }: Reply, status: number, title: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<html><head><title>${status} ${title}</title></head><body>${title}</body></html>`)
}

/** A stream up to the middle of its text; without text, nothing but its opening. */
function firstHalf({ protocol, call, completion }: Reply): string[] {
  const { opening, body } = protocol.frames(completion, call)
  const half = completion.text === '' ? 0 : Math.ceil(body.length / 2)
  return [...opening, ...body.slice(0, half)]
}
