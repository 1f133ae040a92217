/** What is asked of the offline provider and what it answers, whatever the protocol. */
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
  /** The JSON schema that the answer must fit. */
  readonly schema?: JsonSchema
  /** The tool that the answer must be given to, instead of being said. */
  readonly tool?: string
  readonly maxOutputTokens?: number
  readonly stream: boolean
  /** Whether a stream tells its usage: OpenAI's chat does so only if asked to. */
  readonly usageInStream: boolean
}

export type JsonSchema = { readonly [keyword: string]: unknown }

/** A proper error response, which every protocol words in its own way. */
export const REFUSALS = [
  'rate',
  'rate-without-hint',
  'day-quota',
  'billing',
  'invalid-key',
  /** Like `invalid-key`, with the whole key repeated in the message. */
  'echo-key',
  'overloaded',
  'internal',
  'bad-request',
  'not-found',
] as const
export type RefusalKind = (typeof REFUSALS)[number]

/** Trouble that is no error response. */
export const TROUBLES = [
  /** Never answers; ends when the client goes away. */
  'hang',
  /** The connection breaks in the middle of the body or the stream. */
  'cut',
  /** A 200 whose JSON ends early. */
  'invalid-json',
  /** A good answer that names another model than the one asked for. */
  'other-model',
  /** An error inside a 200 stream, after half of the text; `overloaded` if there is no stream. */
  'error-in-stream',
] as const
export type Trouble = (typeof TROUBLES)[number]

export type ErrorKind = RefusalKind | Trouble

export type Answer =
  | { readonly text: string; readonly latencyMs?: number }
  | {
      readonly error: ErrorKind
      /** The hint of `rate`, and of Gemini's `day-quota`; a second if nothing is said. */
      readonly retryAfterMs?: number
      /** The error's message, instead of the provider's usual words. */
      readonly message?: string
      /** What would have been said, for trouble that begins with an answer. */
      readonly text?: string
      readonly latencyMs?: number
    }

/**
 * Must depend on its arguments only, so that a restart changes nothing. `attempt` is 1 for a request
 * and 2 when the same one comes again, with whichever key; it starts over with the server.
 */
export type AnswerFunction = (
  call: AskedCall,
  context: { readonly seed: number; readonly attempt: number },
) => Answer | Promise<Answer>

export function isRefusal(kind: ErrorKind): kind is RefusalKind {
  return (REFUSALS as readonly string[]).includes(kind)
}
