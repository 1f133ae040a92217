/** One provider's wire format: how a request is read, and how an answer or a refusal is written. */
import type { AskedCall, ErrorResponseKind } from '../answer.ts'
import type { Gauges } from '../limits/limiter.ts'
import type { Overrun } from '../limits/meter.ts'

export interface Protocol {
  matches(path: string): boolean
  /** Throws a `WrongRequest`. */
  read(request: ReceivedRequest): AskedCall
  /** The headers of a good response. */
  headers(facts: ResponseFacts): Record<string, string>
  body(completion: Completion): object
  frames(completion: Completion, call: AskedCall): Frames
  refuse(refusal: ErrorFacts): ErrorReply
  /** The server-sent event that ends a stream with an error; `place` counts those before it. */
  errorFrame(facts: Omit<ErrorFacts, 'kind'>, place: number): string
}

export interface ReceivedRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

interface Mistake {
  readonly kind?: 'bad-request' | 'invalid-key' | 'not-found'
  /** OpenAI names the wrong parameter. */
  readonly param?: string
  /** OpenAI and Anthropic have codes for some mistakes. */
  readonly code?: string
}

/** A request that the real provider would refuse too: the client has a mistake. */
export class WrongRequest extends Error {
  readonly mistake: Mistake

  constructor(message: string, mistake: Mistake = {}) {
    super(message)
    this.mistake = mistake
  }
}

export interface ResponseFacts {
  readonly model: string
  readonly key: string
  readonly requestId: string
  readonly at: number
  /** What is left of the limits, for the headers. */
  readonly gauges: Gauges
}

export interface Completion {
  readonly id: string
  /** The model that the response names, if any. */
  readonly model: string | undefined
  readonly text: string
  readonly finish: 'stop' | 'length'
  /** The tool that the text is given to, as JSON. */
  readonly tool?: string | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  /** The response does not say what it used. */
  readonly hidesUsage?: boolean
  readonly at: number
}

/** A stream in three parts, so that a fault can happen between them. */
export interface Frames {
  readonly opening: readonly string[]
  readonly body: readonly string[]
  readonly closing: readonly string[]
}

export interface ErrorFacts extends ResponseFacts {
  readonly kind: ErrorResponseKind
  readonly retryAfterMs: number
  /** The exceeded limit, if it was one of the scenario's. */
  readonly overrun?: Overrun | undefined
  /** Instead of the provider's usual words. */
  readonly message?: string | undefined
  readonly param?: string | undefined
  /** Instead of the usual one; null for none. */
  readonly code?: string | null | undefined
}

export interface ErrorReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: object
}
