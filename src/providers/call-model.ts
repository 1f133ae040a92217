/**
 * One question to one model. Every HTTP request inside takes a lease of its own and settles it with
 * what came of it; this is the only place that tries again.
 */
import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai'
import type { z } from 'zod'
import type { Failure } from '../model/failure.ts'
import type { ModelName, Usage } from '../model/language-model.ts'
import type { CallOutcome, LeaseRequest, LimitReading, Settlement } from '../model/lease.ts'
import type { Provider } from '../model/provider.ts'
import type { Secret } from '../model/secret.ts'
import { classify } from './classify.ts'
import { languageModel, withKey } from './language-models.ts'

/** Where keys come from: the coordinator, call by call. */
export interface Leases {
  acquire(request: LeaseRequest): Promise<{ lease: number; credential: string; key: Secret }>
  settle(lease: number, settlement: Settlement): void
}

export interface ModelCall {
  readonly name: ModelName
  readonly provider: Provider
  readonly instructions: string
  readonly prompt: string
  readonly schema: z.ZodType | undefined
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  readonly retries: number
  readonly signal: AbortSignal
  readonly leases: Leases
  readonly sleep: (ms: number) => Promise<void>
  readonly onRetry: (retry: { attempt: number; credential: string | null; message: string }) => void
}

export interface ModelAnswer {
  readonly text: string
  readonly model: string
  readonly credential: string
  readonly usage: Usage
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

// The SDK would print its advice to stderr, which is the item's output.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  for (let attempt = 1; ; ) {
    const tried = await tryOnce(call)
    if ('answer' in tried) return tried.answer
    const { outcome, credential, message } = tried
    // Another key costs no attempt: the pool will not give a rejected one again.
    if (outcome.kind === 'invalid') continue
    const isLast = outcome.kind === 'caller' || attempt > call.retries
    if (isLast) throw failed(call, credential, message)
    call.onRetry({ attempt, credential, message })
    if (outcome.kind !== 'rate') await call.sleep(backoffMs(attempt))
    attempt += 1
  }
}

type Tried =
  | { readonly answer: ModelAnswer }
  | { readonly outcome: CallOutcome; readonly credential: string | null; readonly message: string }

async function tryOnce(call: ModelCall): Promise<Tried> {
  const wire = leasedFetch(call)
  try {
    const { name, provider, instructions, prompt, maxOutputTokens, signal } = call
    const result = await generateText({
      model: languageModel({
        ...provider,
        provider: name.provider,
        model: name.model,
        fetch: wire.fetch,
      }),
      ...(instructions === '' ? {} : { instructions }),
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
      ...(call.schema === undefined ? {} : { output: Output.object({ schema: call.schema }) }),
    })
    return {
      answer: toAnswer(
        wire,
        result.text,
        wire.model ?? result.response.modelId,
        result.usage,
        result.finishReason,
      ),
    }
  } catch (error) {
    if (wire.noLease !== undefined) throw wire.noLease.error
    if (call.signal.aborted) throw error
    if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined) {
      // It was answered and paid for; whether it fits is judged by those who asked.
      const { text, response, usage, finishReason = 'stop' } = error
      return {
        answer: toAnswer(wire, text, wire.model ?? response?.modelId ?? '', usage, finishReason),
      }
    }
    const outcome = wire.outcome.kind === 'ok' ? ({ kind: 'down' } as const) : wire.outcome
    return { outcome, credential: wire.credential, message: wire.redact(messageOf(error)) }
  }
}

interface Wire {
  readonly fetch: typeof fetch
  outcome: CallOutcome
  credential: string | null
  /** The model that the body names, where the SDK does not tell. */
  model: string | undefined
  redact: (text: string) => string
  /** There was no key to be had, or the run was stopped before there was. */
  noLease: { readonly error: unknown } | undefined
}

/** A `fetch` that takes a lease for each request and puts the leased key into it. */
function leasedFetch(call: ModelCall): Wire {
  const wire: Wire = {
    outcome: { kind: 'network' },
    credential: null,
    model: undefined,
    redact: (text) => text,
    noLease: undefined,
    fetch: async (input, init) => {
      const request = leaseRequest(call, init?.body)
      const { lease, credential, key } = await call.leases.acquire(request).catch((error) => {
        wire.noLease = { error } // the SDK would make an error of its own out of it
        throw error
      })
      wire.credential = credential
      wire.redact = (text) => key.redact(text)
      let outcome: CallOutcome = { kind: 'network' }
      let readings: readonly LimitReading[] = []
      try {
        const headers = withKey(new Headers(init?.headers), call.provider.protocol, key.reveal())
        const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)])
        const response = await fetch(input, { ...init, headers, signal, redirect: 'error' }) // a key goes nowhere else
        const body = key.redact(await response.text())
        const { protocol } = call.provider
        const now = Date.now()
        ;({ outcome, readings } = classify({
          protocol,
          status: response.status,
          headers: response.headers,
          body,
          now,
        }))
        wire.model = /"modelVersion":\s*"([^"]+)"/.exec(body)?.[1]
        const { status, statusText } = response
        return new Response(body, { status, statusText, headers: response.headers })
      } finally {
        wire.outcome = outcome
        call.leases.settle(lease, { outcome, readings })
      }
    },
  }
  return wire
}

/** A token is about four characters, a little less in code. */
const CHARACTERS_A_TOKEN = 3.5

function leaseRequest(call: ModelCall, body: unknown): LeaseRequest {
  const characters = typeof body === 'string' ? body.length : call.prompt.length
  return {
    provider: call.provider.keysOf,
    model: call.name.model,
    inputTokens: Math.ceil(characters / CHARACTERS_A_TOKEN),
    outputTokens: call.maxOutputTokens,
    cost: null,
  }
}

function toAnswer(
  wire: Wire,
  text: string,
  model: string,
  usage:
    | {
        inputTokens?: number | undefined
        outputTokens?: number | undefined
        inputTokenDetails?: { cacheReadTokens?: number | undefined }
      }
    | undefined,
  finishReason: string,
): ModelAnswer {
  return {
    text,
    model,
    credential: wire.credential ?? '',
    usage: {
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
      cachedTokens: usage?.inputTokenDetails?.cacheReadTokens ?? 0,
    },
    finishReason,
  }
}

/** Full jitter: workers that failed together do not come back together. */
function backoffMs(attempt: number): number {
  return Math.random() * Math.min(30_000, 500 * 2 ** attempt)
}

function failed(call: ModelCall, credential: string | null, message: string): ModelCallFailed {
  const model = `${call.name.provider}:${call.name.model}`
  return new ModelCallFailed({ reason: 'model-call-failed', model, credential, message }, message)
}

function messageOf(error: unknown): string {
  if (APICallError.isInstance(error)) {
    const status = error.statusCode === undefined ? '' : `HTTP ${error.statusCode}: `
    return `${status}${error.message}`.slice(0, 500)
  }
  return error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500)
}
