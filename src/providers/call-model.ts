/**
 * A question to a model until it is answered, and the only place that tries again. Rate limits and outages share one
 * budget of retries; a change away from a key that is refused is free, once for each key; what can
 * never succeed, and what was answered, is not asked again. A provider that refuses the form in which an answer is asked for
 * is asked in a weaker one, which is free, too.
 */

import type { CallOutcome } from '../model/calls/lease.ts'
import type { StructuredWay } from '../model/calls/provider.ts'
import type { Failure } from '../model/failure.ts'
import { askOnce, type ModelAnswer, type Question, type Unanswered } from './ask-once.ts'
import { LeaseRefused } from './leased-fetch.ts'
import { isCertificateCode } from './network-error.ts'
import { firstWay, isFormRefused, weakerWay } from './structured.ts'

export interface ModelCall extends Question {
  readonly retries: number
  readonly onRetry: (retry: Retry) => void
  /** Ways that providers have not refused, by model: what one call has learnt, the next one need not try. */
  readonly ways: Map<string, StructuredWay>
  readonly onFormRefused: (refusal: FormRefusal) => void
}

interface FormRefusal {
  readonly way: StructuredWay
  /** How it is asked for from now on. */
  readonly next: StructuredWay
  readonly message: string
}

interface Retry {
  /** Which retry comes next, from 1, and how many there are. */
  readonly attempt: number
  readonly retries: number
  /** How long it is held back; null if that is for the pool to say. */
  readonly pauseMs: number | null
  readonly credential: string | null
  readonly message: string
  /** Dollars for what came, about; null if the price is not known. */
  readonly cost?: number | null
}

/** The call did not succeed within its retries. */
export class ModelCallFailed extends Error {
  override readonly name = 'ModelCallFailed'
  readonly failure: Failure
  /** What the provider answered, if that could not be understood. */
  readonly body: string | undefined

  constructor(failure: Failure, { message, body }: { message: string; body?: string | undefined }) {
    super(message)
    this.failure = failure
    this.body = body
  }
}

type Kind = CallOutcome['kind']

/** What follows a failure: the end, another key, or another try, after a pause or when limits allow. */
const CONSEQUENCE: Readonly<Record<Kind, 'fail' | 'change' | 'queue' | 'pause'>> = {
  caller: 'fail',
  'too-big': 'fail',
  /** It was answered, and may have been paid for. */
  ok: 'fail',
  unreadable: 'fail',
  cancelled: 'fail',
  lost: 'fail',
  invalid: 'change',
  'day-quota': 'change',
  billing: 'change',
  'not-here': 'change',
  rate: 'queue',
  ramp: 'queue',
  down: 'pause',
  unreachable: 'pause',
  cut: 'pause',
}

export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const { name, provider, ways } = call
  const key = `${name.provider}:${name.model}`
  const failed: Kind[] = []
  const left = new Set<string | null>()
  let pauseMs = 0
  let refused: Unanswered | undefined
  for (;;) {
    const way = ways.get(key) ?? firstWay(provider)
    const tried = await askOnce({ ...call, way }, pauseMs).catch((error: unknown) => {
      throw error instanceof LeaseRefused ? withoutLease(error.failure, refused) : error
    })
    if ('answer' in tried) return tried.answer
    const { outcome, credential, message } = tried
    const consequence = consequenceOf(outcome)
    pauseMs = 0
    const next = weakerWay(provider.protocol, way)
    if (call.schema && next !== undefined && isFormRefused(tried, provider.protocol)) {
      ways.set(key, next)
      call.onFormRefused({ way, next, message })
      continue
    }
    if (consequence === 'change') refused = tried
    if (consequence === 'change' && !left.has(credential)) {
      left.add(credential)
      continue
    }
    failed.push(outcome.kind)
    if (consequence === 'fail' || failed.length > call.retries) throw failureOf(call, tried, failed)
    const attempt = failed.length
    // After any other refusal the pool lets the next request wait for as long as it must.
    const heldMs = consequence === 'pause' ? backoffMs(attempt) : null
    pauseMs = heldMs ?? 0
    // Refused twice, it is not accepted any more: with another key that is a change, without one there is no retry.
    if (outcome.kind === 'invalid') continue
    const paid = tried.cost === undefined ? {} : { cost: tried.cost }
    call.onRetry({ attempt, retries: call.retries, pauseMs: heldMs, credential, message, ...paid })
  }
}

function consequenceOf(outcome: CallOutcome): (typeof CONSEQUENCE)[Kind] {
  const isFinal = outcome.kind === 'unreachable' && isCertificateCode(outcome.code)
  return isFinal ? 'fail' : CONSEQUENCE[outcome.kind]
}

/**
 * Retry n comes after 2ⁿ s, or half of that: workers that failed together do not come back together.
 * The pool holds the call back so long, and ends that for everybody when one is answered.
 */
function backoffMs(attempt: number): number {
  const most = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** attempt)
  return Math.round(most * (0.5 + Math.random() / 2))
}

const LONGEST_PAUSE_MS = 60_000

function failureOf(
  call: ModelCall,
  { outcome, credential, message, body }: Unanswered,
  failed: readonly Kind[],
): ModelCallFailed {
  const { provider } = call.name
  const about = { model: `${provider}:${call.name.model}`, credential }
  if (outcome.kind === 'unreachable' || outcome.kind === 'cut') {
    const { code, address } = outcome
    const phase = outcome.kind === 'cut' ? 'body' : outcome.phase
    const reason = 'provider-unreachable'
    const tries = failed.length
    return new ModelCallFailed({ reason, provider, phase, code, address, tries }, { message })
  }
  if (outcome.kind === 'ok' || outcome.kind === 'unreadable') {
    const isTooLarge = body === undefined ? { isTooLarge: true as const } : {}
    const failure = { reason: 'answer-unreadable' as const, ...about, message, ...isTooLarge }
    return new ModelCallFailed(failure, { message, body })
  }
  const said = CONSEQUENCE[outcome.kind] === 'fail' ? message : inAll(failed, message)
  const isFinal = outcome.kind === 'caller' ? { isFinal: true as const } : {}
  const failure = { reason: 'model-call-failed' as const, ...about, message: said, ...isFinal }
  return new ModelCallFailed(failure, { message: said })
}

/** Where no key is left, the last refusal says why. */
function withoutLease(failure: Failure, refused: Unanswered | undefined): ModelCallFailed {
  if (failure.reason !== 'no-credential' || refused === undefined)
    return new ModelCallFailed(failure, { message: failure.reason })
  const { credential, message: said } = refused
  const words = said.replace(/^HTTP /, '').replace(/\.$/, '')
  const message = `${failure.message} Credential ${credential} refused (${words})`
  return new ModelCallFailed({ ...failure, message }, { message })
}

const CAUSES: Readonly<Partial<Record<Kind, string>>> = {
  rate: 'rate limit',
  ramp: 'rate limit',
  unreachable: 'not reached',
  cut: 'answer cut',
  down: 'provider error',
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
