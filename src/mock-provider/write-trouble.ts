/** Trouble that is no error response: the client must notice it by itself. */
import { unreachable } from '../model/unreachable.ts'
import type { Trouble } from './answer.ts'
import type { Refusal } from './protocol.ts'
import { type Reply, startStream, writeCompletion, writeJson } from './write-answer.ts'

const OTHER_MODEL = 'another-model'

export function writeTrouble(trouble: Trouble, reply: Reply, refusal: Omit<Refusal, 'kind'>): void {
  switch (trouble) {
    case 'hang':
      return
    case 'cut':
      return cutOff(reply)
    case 'invalid-json':
      return endEarly(reply)
    case 'other-model':
      return writeCompletion({
        ...reply,
        completion: { ...reply.completion, model: OTHER_MODEL },
      })
    case 'error-in-stream':
      return failInStream(reply, refusal)
    default:
      return unreachable(trouble)
  }
}

/** The connection breaks while the client expects more. */
function cutOff(reply: Reply): void {
  const { response, protocol, call, facts, completion } = reply
  const headers = protocol.headers(facts)
  const breakOff = () => void response.destroy()
  if (call.stream) {
    startStream(response, headers)
    // Without a byte of body the headers would not be sent either; this one is a comment.
    response.write(firstHalf(reply).join('') || ':\n\n', breakOff)
    return
  }
  const text = JSON.stringify(protocol.body(completion))
  const length = `${Buffer.byteLength(text)}`
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json',
    'content-length': length,
  })
  response.write(text.slice(0, text.length / 2), breakOff)
}

/** A response that is complete for HTTP, with JSON that is not. */
function endEarly(reply: Reply): void {
  const { response, protocol, call, facts, completion } = reply
  const headers = protocol.headers(facts)
  if (call.stream) {
    const { opening, body, closing } = protocol.frames(completion, call)
    const [next = ''] = [...body, ...closing]
    startStream(response, headers)
    response.end(`${opening.join('')}${next.slice(0, next.length / 2)}\n\n`)
    return
  }
  const text = JSON.stringify(protocol.body(completion))
  response.writeHead(200, { ...headers, 'content-type': 'application/json' })
  response.end(text.slice(0, text.length / 2))
}

function failInStream(reply: Reply, refusal: Omit<Refusal, 'kind'>): void {
  const { response, protocol, call, facts } = reply
  if (!call.stream) {
    return writeJson(response, protocol.refuse({ kind: 'overloaded', ...refusal }))
  }
  const before = firstHalf(reply)
  startStream(response, protocol.headers(facts))
  response.end([...before, protocol.errorFrame(refusal, before.length)].join(''))
}

/** A stream up to the middle of its text; without text, nothing but its opening. */
function firstHalf({ protocol, call, completion }: Reply): string[] {
  const { opening, body } = protocol.frames(completion, call)
  const half = completion.text === '' ? 0 : Math.ceil(body.length / 2)
  return [...opening, ...body.slice(0, half)]
}
