import type { IncomingMessage } from 'node:http'
import { wrong } from './parse-request.ts'
import type { WrongRequest } from './protocol.ts'

const MOST_BYTES = 32 * 1024 * 1024

/** A request's body; `gone` if the client went away while sending it. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly json: unknown } | WrongRequest | 'gone'> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length <= MOST_BYTES) chunks.push(chunk)
    }
  } catch {
    return 'gone' // the only way in which reading a request fails
  }
  if (length > MOST_BYTES) return wrong(`The body has ${length} bytes, more than ${MOST_BYTES}.`)
  if (request.headers['content-type']?.startsWith('application/json') !== true) {
    return wrong('Expected content-type to be application/json.')
  }
  try {
    return { json: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  } catch (error) {
    return wrong(`The body is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}
