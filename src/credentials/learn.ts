/** What a call has taught about its key, its scope and its provider. */
import { usedOf } from '../model/charge.ts'
import type { LeaseRequest, Settlement } from '../model/lease.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Charge } from './budget.ts'
import type { Fault } from './circuit.ts'
import type { Key } from './key.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { PoolFacts } from './pool-facts.ts'
import type { Quota, Refusal } from './quota.ts'

export interface Lease {
  readonly id: number
  readonly item: string
  readonly request: LeaseRequest
  readonly lane: Lane
  readonly quota: Quota
  readonly key: Key
  readonly charges: readonly Charge[]
  /** Made to find out about the key, or about the provider. */
  readonly isKeyProbe: boolean
  readonly isCircuitProbe: boolean
  readonly expiresAt: number
}

export interface Teacher {
  readonly lanes: Lanes
  readonly facts: PoolFacts
  readonly newestLease: number
  readonly now: number
  readonly jitter: () => number
}

export function learn(lease: Lease, settlement: Settlement, teacher: Teacher): void {
  const { quota, charges } = lease
  const { outcome, readings } = settlement
  quota.budgets.read(readings, charges, teacher.now)
  switch (outcome.kind) {
    case 'ok':
    case 'unreadable':
      learnUsage(lease, settlement, teacher.now)
      return hear(lease, teacher)
    case 'too-big':
    case 'caller':
      quota.budgets.takeBack(charges, 'tokens', teacher.now)
      return hear(lease, teacher)
    case 'not-here':
      quota.budgets.takeBack(charges, 'all', teacher.now)
      quota.deny()
      return hear(lease, teacher)
    case 'rate':
    case 'ramp':
    case 'day-quota':
    case 'billing':
      hear(lease, teacher)
      return rest(lease, outcome, { ...teacher, readings })
    case 'invalid':
      quota.budgets.takeBack(charges, 'all', teacher.now)
      return suspect(lease, teacher)
    case 'unreachable':
      // Nothing is counted of a request that was never sent, and no tokens without an answer.
      quota.budgets.takeBack(charges, outcome.phase === 'connect' ? 'all' : 'tokens', teacher.now)
      return suffer(lease, outcome, teacher)
    case 'cut':
      return suffer(lease, outcome, teacher)
    case 'down':
      return suffer(lease, { code: `HTTP ${outcome.status}`, address: null }, teacher)
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
  quota.budgets.putRight(charges, used, now)
  lane.experience.learn(request, used)
}

/** The provider said something: it lives, and it knows the key. */
function hear({ id, key, lane }: Lease, { facts }: Teacher): void {
  key.accept(id)
  if (!lane.circuit.answered(id, key.credential.id)) return
  lane.endPauses()
  facts.closed(lane)
}

function rest(
  { id, quota, charges, key, lane }: Lease,
  outcome: Refusal,
  teacher: Teacher & Pick<Settlement, 'readings'>,
): void {
  if (!quota.refuse(outcome, { ...teacher, lease: id, charges }) || quota.rest === undefined) return
  const { until, why, isHinted } = quota.rest
  const { facts, lanes, now } = teacher
  facts.rested(lane, { quota, rest: quota.rest, credential: key.credential.id })
  if (why === 'billing') lanes.restScope(lane.provider, quota.scope, { until, why, isHinted }, now)
}

/**
 * A refused key is probed once. If all keys that worked are refused at once, it is the provider's
 * trouble: for a while no refusal is held against a key, and one call at a time finds out.
 */
function suspect(lease: Lease, teacher: Teacher): void {
  const { key, lane } = lease
  const { lanes, facts, now, jitter } = teacher
  const hadWorked = key.status === 'ok'
  const isIncident = lease.isCircuitProbe && lane.circuit.outageMs(now) < INCIDENT_MS
  const isProbe = lease.isKeyProbe && !isIncident
  if (lease.isCircuitProbe) suffer(lease, ALL_REFUSED, teacher)
  if (key.refuse({ ...teacher, isProbe }) === 'invalid') return facts.rejected(key.credential.id)
  const alive = lanes.keysOf(lane.provider).filter(({ status }) => status !== 'invalid')
  const isEverybody = alive.length > 1 && alive.every(({ status }) => status === 'suspect')
  if (!hadWorked || !isEverybody || lane.circuit.outageMs(now) >= INCIDENT_MS) return
  for (const one of alive) one.trust()
  lane.circuit.trip(ALL_REFUSED, { now, jitter })
  facts.opened(lane)
}

const INCIDENT_MS = 10_000
const ALL_REFUSED: Fault = { code: 'every credential refused', address: null }

function suffer(
  { id, key, lane }: Lease,
  { code, address }: Fault,
  { facts, now, jitter }: Teacher,
): void {
  const credentials = lane.quotas.reduce((sum, quota) => sum + quota.usableKeys(now), 0)
  const fault = { code, address }
  const about = { credential: key.credential.id, credentials, fault, now, jitter }
  if (lane.circuit.failed(id, about)) facts.opened(lane)
}
