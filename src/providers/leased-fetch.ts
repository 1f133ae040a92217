/**
 * One HTTP request under one lease: asks for the lease, puts its key into the request, reads what
 * came of it, and gives the lease back with all of that. The SDK gets to see good answers only.
 */

import type { ModelName } from '../model/calls/language-model.ts'
import type { CallOutcome, LeaseRequest, Settlement, Usage } from '../model/calls/lease.ts'
import { addressOf } from '../model/calls/network-fault.ts'
import type { Provider } from '../model/calls/provider.ts'
import type { Failure } from '../model/failure.ts'
import type { Secret } from '../model/secrets/secret.ts'
import { classify } from './classify/classify.ts'
import { exchange, type StartTimer } from './exchange.ts'
import { keyHeader } from './language-models.ts'
import { estimateTokens, leaseRequest } from './lease-request.ts'
import { NetworkError } from './network-error.ts'
import { costOf, type Price } from './prices.ts'
import { type AnswerFacts, hasEnded, hasTotal, readAnswer } from './read-answer.ts'
import { countTokens, writtenTokens } from './stream-progress.ts'

/** Where keys come from: the coordinator, call by call. */
export interface Leases {
  acquire(request: LeaseRequest): Promise<Lease | { readonly failure: Failure }>
  settle(lease: number, settlement: Settlement): void
}

interface Lease {
  readonly lease: number
  readonly credential: string
  readonly key: Secret
}

/** There is no key to be had, and will be none. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.reason)
    this.failure = failure
  }
}

export interface LeasedCall {
  /** What the model reads; the envelope around it costs nothing. */
  readonly text: string
  readonly name: ModelName
  readonly provider: Provider
  readonly maxOutputTokens: number
  /** Until the answer begins. */
  readonly timeoutMs: number
  /** How long an answer that has begun may be silent. */
  readonly idleMs: number
  readonly startTimer?: StartTimer
  /** How many tokens have come so far, about. */
  readonly onProgress?: ((outputTokens: number) => void) | undefined
  readonly prices: Readonly<Record<string, Price>>
  readonly signal: AbortSignal
  readonly leases: Leases
  /** Takes known secrets out of what comes back. */
  readonly redact: (text: string) => string
  /** How long the lease is to be held back, after an outage failed the try before. */
  readonly pauseMs: number
}

export class LeasedFetch {
  readonly #call: LeasedCall
  #granted: Lease | undefined
  /** What came of it; a request that was never made is at fault itself. */
  settlement: Settlement = { outcome: { kind: 'caller' }, readings: [] }
  facts: AnswerFacts = { model: '', usage: undefined }
  /** What the provider answered, as far as it came, without the key; undefined if larger than any answer. */
  body: string | undefined = ''
  /** There was no key to be had, or the run was stopped before there was. */
  noLease: { readonly error: unknown } | undefined

  constructor(call: LeasedCall) {
    this.#call = call
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { leases } = this.#call
    const { lease, key } = await this.#acquire()
    try {
      return await this.#exchange(input, init ?? {}, key)
    } catch (error) {
      const outcome = this.#outcomeOf(error)
      const spent = outcome?.kind === 'cut' ? this.#spent({ isWhole: false }) : {}
      if (outcome !== undefined) this.settlement = { outcome, readings: [], ...spent }
      throw error
    } finally {
      leases.settle(lease, this.settlement)
    }
  }

  get credential(): string | null {
    return this.#granted?.credential ?? null
  }

  /** For words of refusal, in which providers like to repeat the ends of a key. */
  redactMasked(text: string): string {
    const rest = this.#call.redact(text)
    return this.#granted?.key.redactMasked(rest) ?? rest
  }

  async #acquire(): Promise<Lease> {
    try {
      const lease = await this.#call.leases.acquire(leaseRequest(this.#call))
      if ('failure' in lease) throw new LeaseRefused(lease.failure)
      this.#granted = lease
      return lease
    } catch (error) {
      this.noLease = { error } // the SDK would make an error of its own out of it
      throw error
    }
  }

  async #exchange(
    input: string | URL | Request,
    init: RequestInit,
    key: Secret,
  ): Promise<Response> {
    const { provider, signal, timeoutMs, idleMs, startTimer, onProgress } = this.#call
    const { protocol } = provider
    const sent = Object.fromEntries(new Headers(init.headers))
    // The clock runs from here: time spent waiting for a lease is not the call's.
    const response = await exchange(`${input}`, {
      method: init.method ?? 'POST',
      headers: { ...sent, ...keyHeader(protocol, key.reveal()) },
      body: `${init.body ?? ''}`,
      signal,
      timeoutMs,
      idleMs,
      ...(startTimer && { startTimer }),
      ...(onProgress && { onChunk: countTokens(onProgress) }),
    })
    const { status, statusText, headers, cut, undecoded, tooLarge } = response
    if (tooLarge !== undefined) {
      this.settlement = { outcome: { kind: 'unreadable' }, readings: [] }
      this.body = undefined
      throw new Error(`HTTP ${status}: ${tooLarge}`)
    }
    const body = this.#call.redact(response.body)
    this.body = body
    const isFine = status >= 200 && status < 300
    this.facts = readAnswer(protocol, body)
    if (isFine && cut !== undefined) throw cut
    const now = Date.now()
    const { outcome, readings, message } = classify({ protocol, status, headers, body, now })
    const isWhole = outcome.kind === 'ok'
    // What came before an error in a stream is paid for, too.
    const isPaid = isWhole || this.facts.usage !== undefined || (isFine && writtenTokens(body) > 0)
    this.settlement = { outcome, readings, ...(isPaid ? this.#spent({ isWhole }) : {}) }
    if (outcome.kind === 'ok' && !hasEnded(protocol, body)) throw endedEarly(`${input}`)
    if (outcome.kind === 'ok') return new Response(body, { status, headers })
    const said = undecoded ?? (outcome.kind === 'unreadable' ? 'the answer is not JSON' : message)
    throw new Error(`HTTP ${status}: ${said || statusText || 'no more was said'}`)
  }

  /** Of a request without a whole answer; undefined if the answer has said what it is. */
  #outcomeOf(error: unknown): CallOutcome | undefined {
    if (this.#call.signal.aborted) return { kind: 'cancelled' }
    if (!(error instanceof NetworkError)) return undefined
    const { code, address, phase } = error
    if (phase === 'body') return { kind: 'cut', code, address }
    return { kind: 'unreachable', phase, code, address }
  }

  #spent({ isWhole }: { readonly isWhole: boolean }): {
    readonly usage: Usage
    readonly cost: number | null
  } {
    const { usage: said } = this.facts
    const isTotal = isWhole && hasTotal(this.#call.provider.protocol, this.body ?? '')
    const usage = said !== undefined && isTotal ? said : this.#estimate()
    return { usage, cost: costOf(this.#call.name.model, usage, this.#call.prices) ?? null }
  }

  /** Of an answer without its usage, also of one that was cut: what was sent, and what came, as far as it is not said. */
  #estimate(): Usage {
    const { usage: said } = this.facts
    const input = said ?? { inputTokens: estimateTokens(this.#call.text), cachedTokens: 0 }
    const written = writtenTokens(this.body ?? '')
    const outputTokens = Math.max(said?.outputTokens ?? 0, written)
    return { ...input, outputTokens, isEstimate: true }
  }
}

/** The server ended a stream properly, but before the model did. */
function endedEarly(url: string): NetworkError {
  const code = 'ENDED_EARLY'
  return new NetworkError({ code, address: addressOf(new URL(url)), phase: 'body' }, undefined)
}
