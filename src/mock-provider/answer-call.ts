/** The answer to a proper call: by a rule, by a limit, or the usual one after its latency. */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answer,
  type AnswerFunction,
  type AskedCall,
  type ErrorKind,
  type ErrorResponseKind,
  isErrorResponse,
} from './answer.ts'
import { defaultText } from './default-answer.ts'
import { digest } from './digest.ts'
import { providerOf } from './limits/limits.ts'
import type { Overrun } from './limits/meter.ts'
import { sizedText } from './limits/tokens.ts'
import { hasModel, type Models } from './lookups/models.ts'
import { createCompletion } from './protocols/completion.ts'
import type { Protocol, ResponseFacts } from './protocols/protocol.ts'
import { type Reply, writeCompletion, writeJson, writeSlowly } from './protocols/write-answer.ts'
import type { Arrival, ProviderState } from './provider-state.ts'
import { findRule, type Rule, withRule } from './scenario/rules.ts'
import { writeFault } from './scenario/write-fault.ts'
import type { Entry } from './statistics.ts'

export const RETRY_AFTER_MS = 1_000

const OVERRUN_ERRORS: Record<Overrun['kind'], ErrorResponseKind> = {
  requests: 'rate',
  tokens: 'rate',
  day: 'day-quota',
  concurrency: 'rate-without-hint',
  'too-big': 'too-big',
}

/** A key that is not accepted has no account to count its requests. */
const KEY_ERRORS: readonly ErrorResponseKind[] = ['invalid-key', 'echo-key', 'forbidden-key']

export interface Provider {
  readonly state: ProviderState
  readonly latencyMs: number
  readonly rules: readonly Rule[]
  readonly models: Models
  readonly answer: AnswerFunction
}

export interface CallToAnswer {
  readonly response: ServerResponse
  readonly protocol: Protocol
  readonly call: AskedCall
  readonly provider: Provider
  readonly entry: Entry
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export async function answerCall(asked: CallToAnswer): Promise<void> {
  const { call, provider, entry, signal } = asked
  const { limiter } = provider.state
  const arrival = provider.state.arrive(call)
  entry.asked(call, limiter.scopes(call))

  const rule = findRule(provider.rules, call, arrival)?.answer ?? {}
  if (rule.error !== undefined && isErrorResponse(rule.error)) {
    if (!KEY_ERRORS.includes(rule.error)) limiter.refused(call, arrival.at)
    return giveAnswer(asked, arrival, { ...rule, error: rule.error, text: '' })
  }
  if (!hasModel(provider.models, providerOf(call), call.model))
    return giveAnswer(asked, arrival, { error: 'not-found', text: '' })
  const admission = limiter.admit(call, arrival.at)
  if ('kind' in admission) return refuseOverrun(asked, arrival, admission)
  signal.addEventListener('abort', admission.release)
  if (signal.aborted) return admission.release()
  const usual = await usualAnswer(asked, arrival)
  const answer = withRule(usual, { ...readPromptWish(call.prompt), ...rule })
  const given = { ...answer, ...sayingOf(answer, call, provider.state.seed) }
  await giveAnswer(asked, arrival, { ...given, release: admission.release })
}

/** The text of an answer: prose, a value that fits the schema, or the input of a tool. */
function sayingOf(
  { tool, text, outputTokens }: Answer,
  call: AskedCall,
  seed: number,
): Pick<Answer, 'error' | 'message'> & { readonly text: string } {
  if (tool !== undefined && call.tools?.includes(tool.name) !== true) {
    const message = `The mock provider shall call the tool ${tool.name}, but the request has no such tool.`
    return { error: 'internal', message, text: '' }
  }
  const said = tool === undefined ? (text ?? defaultText(call, seed)) : JSON.stringify(tool.input)
  const isJson = tool !== undefined || call.schema !== undefined
  return { text: sizedText(said, { isJson, outputTokens }) }
}

async function usualAnswer(
  { call, provider, signal }: CallToAnswer,
  { attempt }: Arrival,
): Promise<Answer> {
  const { answer, state } = provider
  try {
    return await answer(call, { seed: state.seed, attempt, signal })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { error: 'internal', message: `The mock provider has no answer: ${detail}`, text: '' }
  }
}

/** Waits as long as the answer takes, then writes and counts it. */
async function giveAnswer(
  asked: CallToAnswer,
  arrival: Arrival,
  answer: Answer & { readonly text: string; readonly release?: () => void },
): Promise<void> {
  const { call, provider, entry, signal, response, protocol } = asked
  const id = arrival.id.slice(0, 24)
  const tool = answer.tool?.name ?? call.tool
  const completion = createCompletion(call, { text: answer.text, tool, id, at: arrival.at })
  const { latencyMs = provider.latencyMs, latencyPerTokenMs = 0 } = answer
  const tookMs = latencyMs + latencyPerTokenMs * completion.outputTokens
  if (tookMs > 0) await wait(tookMs, undefined, { signal }).catch(() => {}) // the client left
  if (signal.aborted) return
  const reply = { response, protocol, call, completion, facts: factsOf(asked, arrival) }
  const { error } = answer
  // An answer frees its slot at once; silence keeps it until the client leaves.
  if (error !== 'hang' && error !== 'stall') answer.release?.()
  if (error !== undefined) return writeError(reply, { ...answer, error }, entry)
  response.once('finish', () => entry.answered(call))
  const { pieceMs = 0 } = answer
  if (call.stream && pieceMs > 0) return writeSlowly(reply, { pieceMs, signal })
  writeCompletion(reply)
}

/** A limit refuses at once, whatever an answer would have taken. */
function refuseOverrun(asked: CallToAnswer, arrival: Arrival, overrun: Overrun): void {
  const { entry, response, protocol } = asked
  entry.failed(`over-${overrun.kind}`)
  const facts = { ...factsOf(asked, arrival), retryAfterMs: overrun.waitMs, overrun }
  writeJson(response, protocol.refuse({ kind: OVERRUN_ERRORS[overrun.kind], ...facts }))
}

export function factsOf(
  { call, provider }: Pick<CallToAnswer, 'call' | 'provider'>,
  { id, attempt }: Arrival,
): ResponseFacts {
  const { now, limiter } = provider.state
  const at = now()
  const requestId = `req_${digest(id, attempt).slice(0, 24)}`
  return { model: call.model, key: call.key, requestId, at, gauges: limiter.gauges(call, at) }
}

function writeError(
  reply: Reply,
  answer: Answer & { readonly error: ErrorKind },
  entry: Entry,
): void {
  const { response, protocol, facts } = reply
  const { error, message, retryAfterMs = RETRY_AFTER_MS } = answer
  const refusal = { ...facts, retryAfterMs, message }
  entry.failed(error)
  if (isErrorResponse(error)) writeJson(response, protocol.refuse({ kind: error, ...refusal }))
  else writeFault(error, reply, refusal)
}

const LINE = /^[ \t]*<!-- mock((?: (?:output|latency)=\d+)+) -->[ \t\r]*$/m

/** A line in a prompt that asks for an answer's size or duration: for benchmarks. */
function readPromptWish(prompt: string): { outputTokens?: number; latencyMs?: number } {
  const words = LINE.exec(prompt)?.[1] ?? ''
  const [, output] = /output=(\d+)/.exec(words) ?? []
  const [, latency] = /latency=(\d+)/.exec(words) ?? []
  return {
    ...(output && { outputTokens: Number(output) }),
    ...(latency && { latencyMs: Number(latency) }),
  }
}
