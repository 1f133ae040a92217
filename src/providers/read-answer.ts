/** What an answer's body says of itself: which model wrote it, and what it used. */
import type { Usage } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import { type Document, documentsOf, objectAt } from './body-documents.ts'

export interface AnswerFacts {
  /** Empty if the body names none: then the answering model is unknown. */
  readonly model: string
  /** Undefined if it does not say; what was used is then unknown, not nothing. */
  readonly usage: Usage | undefined
}

/** Reads single answers and streams alike; in a stream, what is said last counts. */
export function readAnswer(protocol: Protocol, body: string): AnswerFacts {
  // Streams wrap the answer: `message_start` in a message, `response.completed` in a response.
  const documents = documentsOf(body).flatMap((document) => [
    document,
    objectAt(document, 'message'),
    objectAt(document, 'response'),
  ])
  const key = protocol === 'google' ? 'modelVersion' : 'model'
  const model = documents.map((document) => document[key]).find((name) => typeof name === 'string')
  const usageKey = protocol === 'google' ? 'usageMetadata' : 'usage'
  const said: Document = Object.assign({}, ...documents.map((part) => objectAt(part, usageKey)))
  const usage = COUNTS[protocol](said)
  const isKnown = Object.keys(said).length > 0 && Object.values(usage).every(Number.isFinite)
  return { model: `${model ?? ''}`.replace(/^models\//, ''), usage: isKnown ? usage : undefined }
}

const COUNTS: Readonly<Record<Protocol, (said: Document) => Usage>> = {
  /** Thoughts are paid as output. */
  google: (said) => ({
    inputTokens: count(said.promptTokenCount) + count(said.toolUsePromptTokenCount ?? 0),
    outputTokens: count(said.candidatesTokenCount ?? 0) + count(said.thoughtsTokenCount ?? 0),
    cachedTokens: count(said.cachedContentTokenCount ?? 0),
  }),
  /** Its input is what was not cached; ours is all of it. */
  anthropic: (said) => ({
    inputTokens:
      count(said.input_tokens) +
      count(said.cache_creation_input_tokens ?? 0) +
      count(said.cache_read_input_tokens ?? 0),
    outputTokens: count(said.output_tokens),
    cachedTokens: count(said.cache_read_input_tokens ?? 0),
  }),
  openai: (said) => ({
    inputTokens: count(said.input_tokens),
    outputTokens: count(said.output_tokens),
    cachedTokens: count(objectAt(said, 'input_tokens_details').cached_tokens ?? 0),
  }),
  'openai-chat': countChat,
  'openai-compatible': countChat,
}

function countChat(said: Document): Usage {
  return {
    inputTokens: count(said.prompt_tokens),
    outputTokens: count(said.completion_tokens ?? 0),
    cachedTokens: count(objectAt(said, 'prompt_tokens_details').cached_tokens ?? 0),
  }
}

/** Not a number if it is none: then the usage is not known. */
function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : Number.NaN
}
