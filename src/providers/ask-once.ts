/** One question to one model, asked once: by a model object of the AI SDK that is made for this request. */
import type { LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { asSchema } from '@ai-sdk/provider-utils'
import type { z } from 'zod'
import type { CallOutcome, Usage } from '../model/calls/lease.ts'
import { languageModel } from './language-models.ts'
import { type LeasedCall, LeasedFetch } from './leased-fetch.ts'

export interface Question extends Omit<LeasedCall, 'text' | 'pauseMs'> {
  readonly instructions: string
  readonly prompt: string
  readonly schema: z.ZodType | undefined
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
}

export interface Unanswered {
  readonly outcome: CallOutcome
  readonly credential: string | null
  readonly message: string
  /** Undefined if it was larger than any answer. */
  readonly body: string | undefined
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }

/** One request: answered, or with what came of it instead. */
export async function askOnce(
  call: Question,
  pauseMs: number,
): Promise<{ readonly answer: ModelAnswer } | Unanswered> {
  const { name, provider, instructions, prompt, schema, maxOutputTokens, signal } = call
  const json = schema && { type: 'json' as const, schema: await asSchema(schema).jsonSchema }
  // All that counts as input: a schema is read too.
  const read = `${instructions}${prompt}${json === undefined ? '' : JSON.stringify(json)}`
  const wire = new LeasedFetch({ ...call, text: read, pauseMs })
  try {
    const model = await languageModel(provider, name.model, wire.fetch)
    const result = await model.doGenerate({
      prompt: [
        ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
        { role: 'user', content: [{ type: 'text', text: prompt }] },
      ],
      maxOutputTokens,
      abortSignal: signal,
      ...(json && { responseFormat: json }),
    })
    const { model: answering, usage = NO_USAGE } = wire.facts
    return {
      answer: {
        text: call.redact(textIn(result)),
        model: answering,
        credential: wire.credential ?? '',
        usage,
        cost: wire.settlement.cost ?? null,
        finishReason: result.finishReason.unified,
      },
    }
  } catch (error) {
    if (wire.noLease !== undefined) throw wire.noLease.error
    if (signal.aborted) throw error
    const { credential, body, settlement } = wire
    const { outcome } = settlement
    const words = networkWords(call, outcome) ?? wire.redactMasked(messageOf(error))
    return { outcome, credential, message: words.replace(/\s+/g, ' ').slice(0, 500), body }
  }
}

/** Whether it fits a schema is judged by those who asked: it was answered and paid for. */
function textIn({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  return structuredOutputText ?? texts.join('')
}

/** Undefined if the provider has given a whole answer, of whatever kind. */
function networkWords({ name, timeoutMs }: Question, outcome: CallOutcome): string | undefined {
  if (outcome.kind !== 'unreachable' && outcome.kind !== 'cut') return undefined
  const { code, address } = outcome
  const where = `(${code} ${address})`
  const inTime = `within ${timeoutMs / 1_000} s`
  if (outcome.kind === 'cut')
    return code === 'TIMEOUT'
      ? `The answer of provider ${name.provider} did not end ${inTime} ${where}`
      : `Provider ${name.provider} stopped in mid-answer ${where}`
  if (code === 'TIMEOUT') return `No answer from provider ${name.provider} ${inTime} ${where}`
  return `Cannot reach provider ${name.provider} ${where}`
}

/** What the SDK says of JSON that it does not know; what is no JSON never reaches it. */
const SDK_WORDS = 'Invalid JSON response'

function messageOf(error: unknown): string {
  if (error instanceof Error && error.message === SDK_WORDS)
    return 'HTTP 200: JSON of an unknown form'
  return error instanceof Error ? error.message : String(error)
}
