/**
 * One HTTP request under one lease: asks for the lease, puts its key into the request, reads what
 * came of it, and gives the lease back with all of that. The SDK gets to see good answers only.
 */
import type { ModelName } from '../model/language-model.ts'
import type { CallOutcome, LeaseRequest, Settlement } from '../model/lease.ts'
import type { Provider } from '../model/provider.ts'
import type { Secret } from '../model/secret.ts'
import { classify } from './classify.ts'
import { withKey } from './language-models.ts'
import { leaseRequest } from './lease-request.ts'
import { patientFetch } from './patient-fetch.ts'
import { costOf, type Price } from './prices.ts'
import { type AnswerFacts, readAnswer } from './read-answer.ts'

/** Where keys come from: the coordinator, call by call. */
export interface Leases {
  acquire(request: LeaseRequest): Promise<Lease>
  settle(lease: number, settlement: Settlement): void
}

interface Lease {
  readonly lease: number
  readonly credential: string
  readonly key: Secret
  /** The provider was in trouble: this call is to find out whether it still is. */
  readonly isProbe?: boolean
}

export interface LeasedCall {
  /** What the model reads; the envelope around it costs nothing. */
  readonly text: string
  readonly name: ModelName
  readonly provider: Provider
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  readonly prices: Readonly<Record<string, Price>>
  readonly signal: AbortSignal
  readonly leases: Leases
}

export class LeasedFetch {
  readonly #call: LeasedCall
  #granted: Lease | undefined
  /** What came of it, as far as it went. */
  settlement: Settlement = { outcome: { kind: 'network' }, readings: [] }
  facts: AnswerFacts = { model: '', usage: undefined }
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
    } finally {
      leases.settle(lease, this.settlement)
    }
  }

  get outcome(): CallOutcome {
    return this.settlement.outcome
  }

  get credential(): string | null {
    return this.#granted?.credential ?? null
  }

  get isProbe(): boolean {
    return this.#granted?.isProbe === true
  }

  redact(text: string): string {
    return this.#granted?.key.redact(text) ?? text
  }

  /** For words of refusal, in which providers like to repeat the ends of a key. */
  redactMasked(text: string): string {
    return this.#granted?.key.redactMasked(text) ?? text
  }

  async #acquire(): Promise<Lease> {
    try {
      this.#granted = await this.#call.leases.acquire(leaseRequest(this.#call))
      return this.#granted
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
    const { protocol } = this.#call.provider
    const headers = withKey(new Headers(init.headers), protocol, key.reveal())
    const response = await this.#send(input, { ...init, headers })
    const body = key.redact(await response.text())
    const { status, statusText } = response
    const now = Date.now()
    const classified = classify({ protocol, status, headers: response.headers, body, now })
    const { outcome, readings, message } = classified
    this.facts = readAnswer(protocol, body)
    this.settlement = { outcome, readings, ...this.#spent() }
    if (outcome.kind === 'ok') return new Response(body, { status, headers: response.headers })
    throw new Error(`HTTP ${status}: ${message || statusText || 'no more was said'}`)
  }

  /** The clock runs from here: time spent waiting for a lease is not the call's. */
  async #send(input: string | URL | Request, init: RequestInit): Promise<Response> {
    const { signal, timeoutMs } = this.#call
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    // A key goes nowhere else.
    return patientFetch(input, { ...init, signal: either, redirect: 'error' })
  }

  #spent(): Pick<Settlement, 'usage' | 'cost'> {
    const { usage } = this.facts
    if (usage === undefined) return {}
    return { usage, cost: costOf(this.#call.name.model, usage, this.#call.prices) ?? null }
  }
}
