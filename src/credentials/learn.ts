/** Consequences of a call for its credential, its scope and its provider. */
import { usedOf } from '../model/calls/charge.ts'
import type { LeaseRequest, Settlement } from '../model/calls/lease.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Charge } from './budget.ts'
import type { Fault } from './circuit.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { PoolFacts } from './pool-facts.ts'
import type { PooledCredential } from './pooled-credential.ts'
import type { CooldownOutcome, Quota } from './quota.ts'

export interface Lease {
  readonly id: number
  readonly item: string
  readonly request: LeaseRequest
  readonly lane: Lane
  readonly quota: Quota
  readonly credential: PooledCredential
  readonly charges: readonly Charge[]
  /** A probe of the credential, or of the provider. */
  readonly isCredentialProbe: boolean
  readonly isCircuitProbe: boolean
  readonly expiresAt: number
}

export interface SettleContext {
  readonly lanes: Lanes
  readonly facts: PoolFacts
  readonly newestLease: number
  readonly now: number
  readonly jitter: () => number
}

export function learn(lease: Lease, settlement: Settlement, context: SettleContext): void {
  const { quota, charges } = lease
  const { outcome, readings } = settlement
  quota.budgets.read(readings, charges, context.now)
  switch (outcome.kind) {
    case 'ok':
    case 'unreadable':
      learnUsage(lease, settlement, context.now)
      return recordContact(lease, context)
    case 'too-big':
    case 'caller':
      quota.budgets.refund(charges, 'tokens', context.now)
      return recordContact(lease, context)
    case 'not-here':
      quota.budgets.refund(charges, 'all', context.now)
      quota.deny()
      return recordContact(lease, context)
    case 'rate':
    case 'ramp':
    case 'day-quota':
    case 'billing':
      recordContact(lease, context)
      return startCooldown(lease, outcome, { ...context, readings })
    case 'invalid':
      quota.budgets.refund(charges, 'all', context.now)
      return suspect(lease, context)
    case 'unreachable':
      // A request that was never sent counts nothing, one without an answer no tokens.
      quota.budgets.refund(charges, outcome.phase === 'connect' ? 'all' : 'tokens', context.now)
      return recordOutage(lease, outcome, context)
    case 'cut':
      return recordOutage(lease, outcome, context)
    case 'down':
      return recordOutage(lease, { code: `HTTP ${outcome.status}`, address: null }, context)
    case 'cancelled':
    case 'lost':
      return lease.lane.circuit.dropProbe(lease.id)
    default:
      return unreachable(outcome)
  }
}

function learnUsage(lease: Lease, { usage }: Settlement, now: number): void {
  const { quota, lane, charges, request } = lease
  quota.grow(lease.id, now)
  if (usage === undefined) return
  const used = usedOf(usage)
  quota.budgets.correct(charges, used, now)
  lane.experience.learn(request, used)
}

/** Any response: the provider is up, and accepts the credential. */
function recordContact({ id, credential, lane }: Lease, { facts }: SettleContext): void {
  credential.accept(id)
  if (!lane.circuit.answered(id, credential.entry.id)) return
  lane.queue.resume(Number.POSITIVE_INFINITY) // the provider answers again: no call is held back
  facts.closed(lane)
}

function startCooldown(
  { id, quota, charges, credential, lane }: Lease,
  outcome: CooldownOutcome,
  context: SettleContext & Pick<Settlement, 'readings'>,
): void {
  if (!quota.refuse(outcome, { ...context, lease: id, charges }) || quota.cooldown === undefined)
    return
  const { until, why, isHinted } = quota.cooldown
  const { facts, lanes, now } = context
  facts.rested(lane, { quota, cooldown: quota.cooldown, credential: credential.entry.id })
  if (why === 'billing')
    lanes.coolDownScope(lane.provider, quota.scope, { until, why, isHinted }, now)
}

/**
 * A refused credential is probed once. If all working credentials are refused at once, it is an outage of the
 * provider: for a while no refusal counts against a credential, and one call at a time is made as a probe.
 */
function suspect(lease: Lease, context: SettleContext): void {
  const { credential, lane } = lease
  const { lanes, facts, now, jitter } = context
  const hadWorked = credential.status === 'ok'
  const isIncident = lease.isCircuitProbe && lane.circuit.outageMs(now) < INCIDENT_MS
  const isProbe = lease.isCredentialProbe && !isIncident
  if (lease.isCircuitProbe) recordOutage(lease, ALL_REFUSED, context)
  if (credential.refuse({ ...context, isProbe }) === 'invalid')
    return facts.rejected(credential.entry.id)
  const alive = lanes.credentialsOf(lane.provider).filter(({ status }) => status !== 'invalid')
  const isEverybody = alive.length > 1 && alive.every(({ status }) => status === 'suspect')
  if (!hadWorked || !isEverybody || lane.circuit.outageMs(now) >= INCIDENT_MS) return
  for (const one of alive) one.trust()
  lane.circuit.trip(ALL_REFUSED, { now, jitter })
  facts.opened(lane)
}

const INCIDENT_MS = 10_000
const ALL_REFUSED: Fault = { code: 'every credential refused', address: null }

function recordOutage(
  { id, credential, lane }: Lease,
  { code, address }: Fault,
  { facts, now, jitter }: SettleContext,
): void {
  const credentials = lane.quotas.reduce((sum, quota) => sum + quota.usableCredentials(now), 0)
  const fault = { code, address }
  const about = { credential: credential.entry.id, credentials, fault, now, jitter }
  if (lane.circuit.failed(id, about)) facts.opened(lane)
}
