/**
 * How tables say what a field holds, checked against the types of the model: each field has its kind, and
 * none can be forgotten. `?` stands for what may be missing, also because older runs have not told it.
 */
import type { Estimate, Range } from '../../model/estimate.ts'
import type { Report } from '../../model/event.ts'
import type { Failure, LockHolder, Skip } from '../../model/failure.ts'
import type { Usage } from '../../model/language-model.ts'
import type { CallOutcome, Outage } from '../../model/lease.ts'
import type { LeftOut } from '../../model/left-out.ts'
import type { CostStop } from '../../model/outcome.ts'
import type { RunLimits } from '../../model/run-start.ts'
import type { RunTrace } from '../../model/trace.ts'

/** What events hold that has fields itself (`part-fields.ts`). */
export interface Parts {
  readonly failure: Failure
  readonly skip: Skip
  readonly 'left-out': LeftOut
  readonly report: Report
  readonly 'call-outcome': CallOutcome
  readonly outage: Outage
  readonly usage: Usage
  readonly limits: RunLimits
  readonly estimate: Estimate
  readonly range: Range
  readonly lock: LockHolder
  readonly 'cost-stop': CostStop
  readonly trace: RunTrace
}

export type Kind = 'text' | 'number' | 'flag' | 'object' | 'texts' | 'objects' | keyof Parts

/** The table of a noun. */
export type Fields<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
    ? `${KindOf<Exclude<T[K], undefined>>}?`
    : KindOf<T[K]> | `${KindOf<T[K]>}?`
}

type KindOf<V> = null extends V ? `${PlainKind<Exclude<V, null>>}|null` : PlainKind<V>

type PlainKind<V> = [V] extends [string]
  ? 'text'
  : [V] extends [number]
    ? 'number'
    : [V] extends [boolean]
      ? 'flag'
      : [V] extends [readonly string[]]
        ? 'texts'
        : [V] extends [readonly object[]]
          ? 'objects'
          : ObjectKind<V>

type ObjectKind<V> = [PartOf<V>] extends [never] ? 'object' : PartOf<V>

type PartOf<V> = {
  [P in keyof Parts]: [V, Parts[P]] extends [Parts[P], V] ? P : never
}[keyof Parts]

/** The tables of a union, by what its members are told apart by. */
export type FieldsBy<U, D extends keyof U> = {
  readonly [N in U[D] & string]: Fields<Omit<MemberOf<U, D, N>, D>>
}

type MemberOf<U, D extends keyof U, N> = U extends unknown ? (N extends U[D] ? U : never) : never
