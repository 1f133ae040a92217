/**
 * One question to one model, and the only place that tries again. Rate limits, overloads and the
 * network share one budget of retries; a change away from a key that is refused is free, once for
 * each key, and so is a probe; what can never succeed fails at once.
 */
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { asSchema } from '@ai-sdk/provider-utils'
import type { z } from 'zod'
import type { Failure } from '../model/failure.ts'
import type { Usage } from '../model/language-model.ts'
import type { CallOutcome } from '../model/lease.ts'
import { withModel } from './language-models.ts'
import { type LeasedCall, LeasedFetch } from './leased-fetch.ts'

export interface ModelCall extends Omit<LeasedCall, 'text'> {
  readonly instructions: string
  readonly prompt: string
  readonly schema: z.ZodType | undefined
  readonly retries: number
  readonly sleep: (ms: number) => Promise<void>
  readonly onRetry: (retry: { attempt: number; credential: string | null; message: string }) => void
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

/** The call did not succeed within its retries. */
export class ModelCallFailed extends Error {
  override readonly name = 'ModelCallFailed'
  readonly failure: Failure

  constructor(failure: Failure, message: string) {
    super(message)
    this.failure = failure
  }
}

type Kind = CallOutcome['kind']

/** What follows a failure: the end, another key, or another try, after a pause of our own or not. */
const CONSEQUENCE: Readonly<Record<Kind, 'fail' | 'change' | 'queue' | 'pause'>> = {
  caller: 'fail',
  'too-big': 'fail',
  invalid: 'change',
  'day-quota': 'change',
  billing: 'change',
  'not-here': 'change',
  rate: 'queue',
  ramp: 'queue',
  down: 'pause',
  network: 'pause',
  /** Refused by nobody, and yet not to be understood. */
  ok: 'pause',
}

export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const failed: Kind[] = []
  const left = new Set<string | null>()
  for (;;) {
    const tried = await tryOnce(call)
    if ('answer' in tried) return tried.answer
    const { kind, credential, message } = tried
    const consequence = CONSEQUENCE[kind]
    if (consequence === 'fail') throw failure(call, credential, message)
    if (tried.isProbe) continue
    if (consequence === 'change' && !left.has(credential)) {
      left.add(credential)
      continue
    }
    failed.push(kind)
    if (failed.length > call.retries) throw failure(call, credential, inAll(failed, message))
    call.onRetry({ attempt: failed.length, credential, message })
    // After a rate limit the pool lets the next request wait for as long as it must.
    if (consequence !== 'queue') await call.sleep(backoffMs(failed.length))
  }
}

type Tried =
  | { readonly answer: ModelAnswer }
  | {
      readonly kind: Kind
      readonly credential: string | null
      readonly isProbe: boolean
      readonly message: string
    }

async function tryOnce(call: ModelCall): Promise<Tried> {
  const responseFormat = await formatOf(call)
  const wire = new LeasedFetch({ ...call, text: textOf(call, responseFormat) })
  try {
    const { name, provider, instructions, prompt, maxOutputTokens, signal } = call
    const result = await withModel({ ...provider, model: name.model }, wire.fetch, (model) =>
      model.doGenerate({
        prompt: [
          ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
          { role: 'user', content: [{ type: 'text', text: prompt }] },
        ],
        maxOutputTokens,
        abortSignal: signal,
        ...responseFormat,
      }),
    )
    return { answer: toAnswer(wire, textIn(result), result.finishReason.unified) }
  } catch (error) {
    if (wire.noLease !== undefined) throw wire.noLease.error
    if (call.signal.aborted) throw error
    const { outcome, credential, isProbe } = wire
    const message = wire.redactMasked(messageOf(error, call)).replace(/\s+/g, ' ').slice(0, 500)
    return { kind: outcome.kind, credential, isProbe, message }
  }
}

type Format = Pick<LanguageModelV4CallOptions, 'responseFormat'>

async function formatOf({ schema }: ModelCall): Promise<Format> {
  if (schema === undefined) return {}
  return { responseFormat: { type: 'json', schema: await asSchema(schema).jsonSchema } }
}

/** All that counts as input: a schema is read too. */
function textOf({ instructions, prompt }: ModelCall, { responseFormat }: Format): string {
  return `${instructions}${prompt}${responseFormat === undefined ? '' : JSON.stringify(responseFormat)}`
}

/** Whether it fits a schema is judged by those who asked: it was answered and paid for. */
function textIn({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  return structuredOutputText ?? texts.join('')
}

function toAnswer(wire: LeasedFetch, text: string, finishReason: string): ModelAnswer {
  const { model, usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } } = wire.facts
  const cost = wire.settlement.cost ?? null
  const credential = wire.credential ?? ''
  return { text: wire.redact(text), model, credential, usage, cost, finishReason }
}

/**
 * Full jitter: workers that failed together do not come back together. Never long: while a provider
 * is in trouble it is the pool that lets everybody wait, and knows when that is over.
 */
function backoffMs(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt)
}

const LONGEST_PAUSE_MS = 1_000

function failure(call: ModelCall, credential: string | null, message: string): ModelCallFailed {
  const model = `${call.name.provider}:${call.name.model}`
  return new ModelCallFailed({ reason: 'model-call-failed', model, credential, message }, message)
}

const CAUSES: Readonly<Partial<Record<Kind, string>>> = {
  rate: 'rate limit',
  ramp: 'rate limit',
  network: 'not reached',
  down: 'provider in trouble',
  ok: 'answer not understood',
}

/** What all the tries failed of, and the words of the last one. */
function inAll(failed: readonly Kind[], last: string): string {
  const causes = failed.map((kind) => CAUSES[kind] ?? 'key refused')
  if (causes.length === 1) return last
  if (causes.every((cause) => cause === 'rate limit')) {
    return `refused ${causes.length} times by rate limits, last: ${last}`
  }
  const counts = [...new Set(causes)].map(
    (cause) => `${cause} ${causes.filter((other) => other === cause).length}`,
  )
  return `failed ${causes.length} times (${counts.join(', ')}), last: ${last}`
}

function messageOf(error: unknown, call: ModelCall): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError'
    ? `no answer within ${call.timeoutMs / 1_000} s`
    : error.message
}
