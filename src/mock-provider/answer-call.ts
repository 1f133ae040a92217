import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type AnswerFunction, type AskedCall, isRefusal } from './answer.ts'
import { createCompletion } from './completion.ts'
import { defaultText } from './default-answer.ts'
import { digest } from './digest.ts'
import type { Protocol } from './protocol.ts'
import type { Entry, StatisticsBook } from './statistics.ts'
import { type Reply, writeCompletion, writeJson } from './write-answer.ts'
import { writeTrouble } from './write-trouble.ts'

const RETRY_AFTER_MS = 1_000

export interface Provider {
  readonly book: StatisticsBook
  readonly seed: number
  readonly latencyMs: number
  readonly answer: AnswerFunction
  /** How often each request has come, by its digest. */
  readonly attempts: Map<string, number>
}

/** Asks for the answer of a proper call, waits as long as it takes, writes and counts it. */
export async function answerCall(options: {
  readonly response: ServerResponse
  readonly protocol: Protocol
  readonly call: AskedCall
  readonly provider: Provider
  readonly entry: Entry
  /** Aborts when the client has gone away. */
  readonly gone: AbortSignal
}): Promise<void> {
  const { response, protocol, call, provider, entry, gone } = options
  const { key: _, ...asked } = call
  const id = digest(provider.seed, asked)
  const attempt = (provider.attempts.get(id) ?? 0) + 1
  provider.attempts.set(id, attempt)
  entry.asked(call)

  const answer = await askFor(provider, call, attempt)
  await waitFor(answer.latencyMs ?? provider.latencyMs, gone)
  if (gone.aborted) return

  const at = Date.now()
  const reply: Reply = {
    response,
    protocol,
    call,
    facts: { requestId: `req_${digest(id, attempt).slice(0, 24)}`, at },
    completion: createCompletion({ call, text: answer.text, id: id.slice(0, 24), at }),
  }
  if ('error' in answer) writeError(reply, answer, entry)
  else {
    response.once('finish', () => entry.answered(call))
    writeCompletion(reply)
  }
}

/** Whatever was decided, with the text that trouble may begin with. */
async function askFor(
  { answer, seed }: Provider,
  call: AskedCall,
  attempt: number,
): Promise<Answer & { readonly text: string }> {
  try {
    const decided = await answer(call, { seed, attempt })
    return { ...decided, text: decided.text ?? defaultText(call, seed) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { error: 'internal', message: `The mock provider has no answer: ${detail}`, text: '' }
  }
}

async function waitFor(ms: number, gone: AbortSignal): Promise<void> {
  if (ms === 0) return
  await wait(ms, undefined, { signal: gone }).catch(() => {}) // the client left: no need to wait
}

function writeError(reply: Reply, answer: Extract<Answer, { error: unknown }>, entry: Entry): void {
  const { response, protocol, call, facts } = reply
  const { error, message, retryAfterMs = RETRY_AFTER_MS } = answer
  const { model, key } = call
  const refusal = {
    model,
    key,
    retryAfterMs,
    ...facts,
    ...(message === undefined ? {} : { message }),
  }
  entry.failed(error)
  if (isRefusal(error)) writeJson(response, protocol.refuse({ kind: error, ...refusal }))
  else writeTrouble(error, reply, refusal)
}
