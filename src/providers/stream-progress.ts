/** How far a streamed answer has come, read from the events as they arrive. An estimate: the exact count comes last. */
import { type Document, documentsOf } from './body-documents.ts'
import { estimateTokens } from './lease-request.ts'

/** Members of events, in all protocols, that carry what the model writes. */
const WRITTEN = new Set([
  'text',
  'delta',
  'content',
  'thinking',
  'partial_json',
  'arguments',
  'reasoning_content',
])
/** A final event repeats the whole answer. */
const REPEATS = /^response\.|_stop$|^response_/

/** Calls back with all tokens so far, after each chunk that brought some. */
export function countTokens(onProgress: (outputTokens: number) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder()
  let rest = ''
  let tokens = 0
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const written = documentsOf(`\n${lines.join('\n')}`)
      .map(writtenIn)
      .join('')
    if (written === '') return
    tokens += estimateTokens(written)
    onProgress(tokens)
  }
}

/** Tokens of an answer as far as it has come, about. */
export function writtenTokens(body: string): number {
  return estimateTokens(documentsOf(body).map(writtenIn).join(''))
}

function writtenIn(event: Document): string {
  const type = typeof event.type === 'string' ? event.type : ''
  if (!type.endsWith('.delta') && REPEATS.test(type)) return ''
  return textsIn(event).join('')
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member === 'string') return WRITTEN.has(key) ? [member] : []
    return textsIn(member)
  })
}
