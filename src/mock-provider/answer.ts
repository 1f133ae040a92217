/** What is asked of the mock provider and what it answers, whatever the protocol. */
import { z } from 'zod'
import type { StructuredWay } from '../model/calls/provider.ts'

type ProtocolName = 'gemini' | 'anthropic' | 'openai-chat' | 'openai-responses'

/** One request, in words that all protocols share. */
export interface AskedCall {
  readonly protocol: ProtocolName
  readonly model: string
  readonly key: string
  /** The system instruction; empty if there is none. */
  readonly instructions: string
  /** The text of all messages, in order, with an empty line between two. */
  readonly prompt: string
  /** The last message of the caller. */
  readonly question: string
  /** The JSON schema that the answer must fit. */
  readonly schema?: JsonSchema | undefined
  /** The tool that the answer must be given to, instead of being said. */
  readonly tool?: string | undefined
  /** All tools that the answer may call. */
  readonly tools?: readonly string[]
  /** How many results of tools the messages have. */
  readonly toolResults?: number
  /** How the form of the answer is asked for, if not by words alone. */
  readonly structured?: StructuredWay | undefined
  readonly maxOutputTokens?: number | undefined
  readonly stream: boolean
  /** Whether a stream ends with its usage: OpenAI's chat does so only on request. */
  readonly usageInStream: boolean
}

export type JsonSchema = { readonly [keyword: string]: unknown }

/** A part of a schema; an empty one if it is none. */
export function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}

/** A proper error response, which every protocol words in its own way. */
const ERROR_RESPONSES = [
  'rate',
  'rate-without-hint',
  /** The traffic grew too fast, though within its limits. */
  'ramp',
  'day-quota',
  /** The model is not part of what the account has: Gemini's `limit: 0`. */
  'no-quota',
  'billing',
  'payment-required',
  /** A limit on spending that its owner has set, with its last day where the provider names it. */
  'spend-limit',
  'invalid-key',
  /** Like `invalid-key`, with the whole key repeated in the message. */
  'echo-key',
  'forbidden-key',
  'forbidden-model',
  'too-big',
  'context-length',
  'overloaded',
  'internal',
  'timeout',
  'bad-request',
  'not-found',
] as const
export type ErrorResponseKind = (typeof ERROR_RESPONSES)[number]

/** Fault that is no error response. */
const FAULTS = [
  /** Never answers; ends when the client goes away. */
  'hang',
  /** The connection breaks in the middle of the body or the stream. */
  'cut',
  /** A 200 whose JSON ends early; in a stream, that of one event. */
  'invalid-json',
  /** A good answer that names another model than the one asked for. */
  'other-model',
  /** A good answer that names no model at all. */
  'no-model',
  /** An error inside a 200 stream, after half of the text; `overloaded` if there is no stream. */
  'error-in-stream',
  /** An error as the whole of a 200, as OpenRouter does it. */
  'error-in-200',
  /** Half of the answer, then silence; ends when the client goes away. */
  'stall',
  /** A stream that ends properly after half of the answer; without a stream, the same as `invalid-json`. */
  'ended-early',
  /** A good answer that does not say what it used. */
  'no-usage',
  /** A 502 whose body is a web page. */
  'html-error',
  /** A 413 whose body is a web page, as a proxy before the provider sends it. */
  'html-too-big',
] as const
export type Fault = (typeof FAULTS)[number]

export type ErrorKind = ErrorResponseKind | Fault

const count = z.int().min(0)

export const answerSchema = z.strictObject({
  error: z.enum([...ERROR_RESPONSES, ...FAULTS]).exactOptional(),
  /** Of a fault, the text of the answer that it starts with. */
  text: z.string().exactOptional(),
  /** A call of one of the request's tools, instead of a text. */
  tool: z
    .strictObject({ name: z.string().min(1), input: z.record(z.string(), z.unknown()).default({}) })
    .exactOptional(),
  /** The error's message, instead of the provider's usual words. */
  message: z.string().min(1).exactOptional(),
  /** The hint of `rate` and `ramp`, and of Gemini's `day-quota`; a second by default. */
  retryAfterMs: count.exactOptional(),
  latencyMs: count.exactOptional(),
  /** Added to the latency for each token of the answer. */
  latencyPerTokenMs: z.number().min(0).exactOptional(),
  /** Before each event of a stream: one that trickles. */
  pieceMs: count.exactOptional(),
  /** How long the answer shall be, whatever its text. */
  outputTokens: count.exactOptional(),
})

type AnswerParts = Readonly<z.output<typeof answerSchema>>

export type Answer = AnswerParts &
  (
    | { readonly text: string }
    | { readonly tool: NonNullable<AnswerParts['tool']> }
    | { readonly error: ErrorKind }
  )

/**
 * Must depend on its arguments only, so that a restart changes nothing. `attempt` is 1 for a request
 * and 2 when the same one comes again, with whichever key; it starts over with the server. `signal` aborts
 * when the client has left.
 */
export type AnswerFunction = (
  call: AskedCall,
  context: { readonly seed: number; readonly attempt: number; readonly signal: AbortSignal },
) => Answer | Promise<Answer>

export function isErrorResponse(kind: ErrorKind): kind is ErrorResponseKind {
  return (ERROR_RESPONSES as readonly string[]).includes(kind)
}
