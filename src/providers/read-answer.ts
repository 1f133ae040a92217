/** What an answer's body says of itself: which model wrote it, and what it used. */
import type { Usage } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import { type Document, documentsOf, isStream, objectAt, objectsAt } from './body-documents.ts'

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

/** Whether the usage is that of the whole answer; at the beginning of a stream it is not yet. */
export function hasTotal(protocol: Protocol, body: string): boolean {
  return !isStream(body) || documentsOf(body).some(TOTALS[protocol])
}

/** Anthropic and Gemini count from the first event on; the last count is the one that is paid. */
const TOTALS: Readonly<Record<Protocol, (event: Document) => boolean>> = {
  google: (event) => 'usageMetadata' in event && ENDS.google(event),
  anthropic: (event) => event.type === 'message_delta' && 'usage' in event,
  openai: () => true,
  'openai-chat': () => true,
  'openai-compatible': () => true,
}

/** Whether a stream has come to its end: what ends without saying so was cut. Any other body is whole. */
export function hasEnded(protocol: Protocol, body: string): boolean {
  if (!isStream(body)) return true
  const documents = documentsOf(body)
  return body.includes('data: [DONE]') || documents.some((document) => ENDS[protocol](document))
}

const ENDS: Readonly<Record<Protocol, (event: Document) => boolean>> = {
  google: (event) =>
    objectsAt(event, 'candidates').some(({ finishReason }) => isSaid(finishReason)) ||
    isSaid(objectAt(event, 'promptFeedback').blockReason),
  anthropic: ({ type }) => type === 'message_stop',
  openai: ({ type }) => type === 'response.completed' || type === 'response.incomplete',
  'openai-chat': endsChat,
  'openai-compatible': endsChat,
}

function endsChat(event: Document): boolean {
  return objectsAt(event, 'choices').some(({ finish_reason: reason }) => isSaid(reason))
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

const COUNTS: Readonly<Record<Protocol, (said: Document) => Usage>> = {
  /** Thoughts are paid as output. */
  google: (said) => ({
    inputTokens: count(said.promptTokenCount) + count(said.toolUsePromptTokenCount ?? 0),
    outputTokens: count(said.candidatesTokenCount ?? 0) + count(said.thoughtsTokenCount ?? 0),
    cachedTokens: count(said.cachedContentTokenCount ?? 0),
    ...some('reasoningTokens', said.thoughtsTokenCount),
  }),
  /** Its input is what was not cached; ours is all of it. */
  anthropic: (said) => ({
    inputTokens:
      count(said.input_tokens) +
      count(said.cache_creation_input_tokens ?? 0) +
      count(said.cache_read_input_tokens ?? 0),
    outputTokens: count(said.output_tokens),
    cachedTokens: count(said.cache_read_input_tokens ?? 0),
    ...some('cacheWriteTokens', said.cache_creation_input_tokens),
  }),
  openai: (said) => ({
    inputTokens: count(said.input_tokens),
    outputTokens: count(said.output_tokens),
    cachedTokens: count(objectAt(said, 'input_tokens_details').cached_tokens ?? 0),
    ...some('reasoningTokens', objectAt(said, 'output_tokens_details').reasoning_tokens),
  }),
  'openai-chat': countChat,
  'openai-compatible': countChat,
}

function countChat(said: Document): Usage {
  return {
    inputTokens: count(said.prompt_tokens),
    outputTokens: count(said.completion_tokens ?? 0),
    cachedTokens: count(objectAt(said, 'prompt_tokens_details').cached_tokens ?? 0),
    ...some('reasoningTokens', objectAt(said, 'completion_tokens_details').reasoning_tokens),
  }
}

/** A count that is told only where there is something to tell. */
function some(name: 'reasoningTokens' | 'cacheWriteTokens', value: unknown): Partial<Usage> {
  return typeof value === 'number' && value > 0 ? { [name]: value } : {}
}

/** Not a number if it is none: then the usage is not known. */
function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : Number.NaN
}
