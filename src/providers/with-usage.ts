import type { Protocol } from '../model/calls/provider.ts'
import { isDocument, isStream } from './body-documents.ts'

const NONE = { input_tokens: 0, output_tokens: 0 }

/**
 * The SDK does not read an answer of Anthropic's protocol that lacks its usage; other servers that speak it may leave that
 * out. Usage is taken from the body as it came, never from this one.
 */
export function withUsage(protocol: Protocol, body: string): string {
  if (protocol !== 'anthropic') return body
  if (!isStream(body)) return completed(body)
  return body.replace(/^data:(.*(?:"message_start"|"message_delta").*)$/gm, (_, event: string) => {
    return `data: ${completed(event)}`
  })
}

function completed(json: string): string {
  try {
    const document: unknown = JSON.parse(json)
    if (!isDocument(document)) return json
    const { message, ...event } = document
    if (isDocument(message)) {
      const usage = message.usage ?? NONE
      return JSON.stringify({ ...event, message: { ...message, usage } })
    }
    return JSON.stringify({ ...document, usage: document.usage ?? NONE })
  } catch {
    return json // what is no JSON is for the SDK to say
  }
}
