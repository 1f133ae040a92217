/** One question to one model, asked once: by a model object of the AI SDK that is made for this request. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { asSchema } from '@ai-sdk/provider-utils'
import type { z } from 'zod'
import type { CallOutcome, Usage } from '../model/calls/lease.ts'
import type { StructuredWay } from '../model/calls/provider.ts'
import { isStream } from './body-documents.ts'
import { languageModel } from './language-models.ts'
import { type LeasedCall, LeasedFetch } from './leased-fetch.ts'
import { type Asked, messagesOf, textOf } from './messages.ts'
import { type HowAsked, optionsOf, unsupported, withBudgetInside } from './model-options.ts'
import { firstWay, formOf } from './structured.ts'
import { withUsage } from './with-usage.ts'

export interface Question extends Omit<LeasedCall, 'text' | 'pauseMs'>, Asked, HowAsked {
  readonly schema: z.ZodType | undefined
  /** How an answer by the schema is asked for. */
  readonly way?: StructuredWay
}

export interface ModelAnswer {
  readonly text: string
  /** As the provider names it; empty if it does not. */
  readonly model: string
  readonly credential: string
  readonly usage: Usage
  /** Dollars; null when the price or the usage is not known. */
  readonly cost: number | null
  readonly finishReason: string
  /** Settings of its role that the model does not take, and why. */
  readonly unsupported?: readonly string[]
}

export interface Unanswered {
  readonly outcome: CallOutcome
  readonly credential: string | null
  readonly message: string
  /** Undefined if it was larger than any answer. */
  readonly body: string | undefined
  /** Dollars for what came, about; null if the price is not known. */
  readonly cost?: number | null
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }

/** One request: answered, or with what came of it instead. */
export async function askOnce(
  call: Question,
  pauseMs: number,
): Promise<{ readonly answer: ModelAnswer } | Unanswered> {
  const { signal, provider, way = firstWay(provider) } = call
  const schema = call.schema && (await asSchema(call.schema).jsonSchema)
  const form = schema && formOf(provider.protocol, way, schema)
  // All that counts as input: a schema is read too.
  const read = `${textOf(call)}${schema === undefined ? '' : JSON.stringify(schema)}`
  const wire = new LeasedFetch({ ...call, text: read, pauseMs })
  try {
    const how = optionsOf(call)
    const providerOptions = { ...how.providerOptions, ...form?.options.providerOptions }
    const { text, finishReason, warnings } = await written(call, wire, {
      ...how,
      ...form?.options,
      providerOptions,
      prompt: messagesOf(call, form?.note),
      abortSignal: signal,
    })
    const { usage = NO_USAGE, cost = null } = wire.settlement
    const { model } = wire.facts
    const credential = wire.credential ?? ''
    const answer = { text: call.redact(text), model, credential, usage, cost, finishReason }
    const ignored = unsupported(warnings, call)
    return { answer: ignored.length === 0 ? answer : { ...answer, unsupported: ignored } }
  } catch (error) {
    if (wire.noLease !== undefined) throw wire.noLease.error
    if (signal.aborted) throw error
    const { credential, body, settlement } = wire
    const { outcome, cost } = settlement
    const paid = cost === undefined ? {} : { cost }
    const words = networkWords(call, outcome) ?? wire.redactMasked(messageOf(error))
    const message = words.replace(/\s+/g, ' ').slice(0, 500)
    return { outcome, credential, message, body, ...paid }
  }
}

interface Written extends Pick<ModelAnswer, 'text' | 'finishReason'> {
  readonly warnings: readonly SharedV4Warning[]
}

/** What the model writes, as a stream; a server that does not stream has given its whole answer instead. */
async function written(
  call: Question,
  wire: LeasedFetch,
  options: LanguageModelV4CallOptions,
): Promise<Written> {
  const { name, provider } = call
  const kept: { whole?: Response } = {}
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const body = withBudgetInside(provider.protocol, `${init?.body ?? ''}`, call)
    const { status, headers } = await wire.fetch(url, { ...init, body })
    const answered = wire.body ?? ''
    const response = new Response(withUsage(provider.protocol, answered), { status, headers })
    if (isStream(answered)) return response
    kept.whole = response
    throw new Error('The answer is not a stream.')
  }
  try {
    const { stream } = await (await languageModel(provider, name.model, fetch)).doStream(options)
    return await readParts(stream)
  } catch (error) {
    const { whole } = kept
    if (whole === undefined) throw error
    const reader = await languageModel(provider, name.model, async () => whole)
    const answered = await reader.doGenerate(options)
    const { content, structuredOutputText, finishReason, warnings } = answered
    const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
    const input = content.find((part) => part.type === 'tool-call')?.input
    const text = structuredOutputText ?? input ?? texts.join('')
    return { text, finishReason: finishReason.unified, warnings }
  }
}

/** Whether it fits a schema is judged by those who asked: it was answered and paid for. */
async function readParts(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<Written> {
  let text = ''
  let input: string | undefined
  let finishReason = 'other'
  let warnings: Written['warnings'] = []
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'stream-start') warnings = part.warnings
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'tool-call') input ??= part.input
    if (part.type === 'finish') finishReason = part.finishReason.unified
  }
  return { text: input ?? text, finishReason, warnings }
}

/** Undefined if the provider has given a whole answer, of whatever kind. */
function networkWords(
  { name, timeoutMs, idleMs }: Question,
  outcome: CallOutcome,
): string | undefined {
  if (outcome.kind !== 'unreachable' && outcome.kind !== 'cut') return undefined
  const { code, address } = outcome
  const where = `(${code} ${address})`
  const inTime = `within ${timeoutMs / 1_000} s`
  if (outcome.kind === 'cut')
    return code === 'TIMEOUT'
      ? `The answer of provider ${name.provider} stopped, with nothing more for ${idleMs / 1_000} s ${where}`
      : `Provider ${name.provider} stopped in mid-answer ${where}`
  if (code === 'TIMEOUT') return `No answer from provider ${name.provider} ${inTime} ${where}`
  return `Cannot reach provider ${name.provider} ${where}`
}

/** What the SDK's errors mean: of a whole answer that is no JSON it gets to see nothing. */
const SDK_WORDS: Readonly<Record<string, string>> = {
  AI_APICallError: 'JSON of an unknown form',
  AI_JSONParseError: 'a part of the answer is not JSON',
  AI_TypeValidationError: 'JSON of an unknown form',
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known = SDK_WORDS[error.name]
  return known === undefined ? error.message : `HTTP 200: ${known}`
}
