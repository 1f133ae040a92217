/**
 * What the AI SDK reads of a `Response`, for an answer that is here as a whole. Node's own `Response`
 * and `Headers` would load all of `fetch`, which nobody here uses.
 */
import type { HttpResponse } from './exchange.ts'

export function wholeResponse({ status, statusText, headers, body }: HttpResponse): Response {
  const chunks = [new TextEncoder().encode(body)]
  const reader = {
    read: async () => {
      const value = chunks.shift()
      return { value, done: value === undefined }
    },
    cancel: async () => {},
    releaseLock: () => {},
  }
  const read = { ok: true, status, statusText, headers, body: { getReader: () => reader } }
  return read as unknown as Response
}

/** Of a request as the SDK makes it. */
export function headersOf({ headers = {} }: RequestInit): Readonly<Record<string, string>> {
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}
