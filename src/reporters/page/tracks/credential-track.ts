/** The leases of a credential, with item and result, and its cooldowns. */

import type { CallOutcome, KnownCredential } from '../../../model/calls/lease.ts'
import type { EventOf } from '../../../model/event.ts'
import { isRateLimit } from '../../view/credential-summary.ts'
import { type CredentialLane, LEASES } from '../page-data.ts'
import type { ScopeUsage } from './usage-line.ts'

type About = Pick<KnownCredential, 'id' | 'provider' | 'scope'>

/** Without an outcome it is still open, or its worker has exited and its result is unknown. */
export type LeaseEnd = CallOutcome | 'not over' | 'lost with its worker'

export interface OpenLease {
  readonly from: number
  readonly item: number
  readonly row: number
}

export class CredentialTrack {
  /** The same one for all credentials of its scope. */
  readonly usage: ScopeUsage
  readonly #about: About
  readonly #open = new Map<number, OpenLease>()
  readonly #leases: [from: number, duration: number, item: number, outcome: number, row: number][] =
    []
  readonly #rests: [from: number, until: number, words: string][] = []
  #rows = 1
  #rejected: number | null = null

  constructor(about: About, usage: ScopeUsage) {
    this.#about = about
    this.usage = usage
  }

  granted(lease: number, item: number, at: number): void {
    const taken = new Set([...this.#open.values()].map(({ row }) => row))
    let row = 0
    while (taken.has(row)) row += 1
    this.#rows = Math.max(this.#rows, row + 1)
    this.#open.set(lease, { from: at, item, row })
  }

  returned(lease: number, outcome: LeaseEnd, at: number): void {
    const open = this.#open.get(lease)
    if (open === undefined) return
    this.#open.delete(lease)
    const { from, item, row } = open
    this.#leases.push([from, at - from, item, LEASES.indexOf(wordFor(outcome)), row])
  }

  /** A cooldown that is extended is one cooldown. */
  rested({ why, until }: EventOf<'credential-rested'>, at: number, startedAt: number): void {
    const words = REST_WORDS[why]
    const last = this.#rests.at(-1)
    if (last !== undefined && last[2] === words && last[1] >= at)
      last[1] = Math.max(last[1], until - startedAt)
    else this.#rests.push([at, until - startedAt, words])
  }

  rejected(at: number): void {
    this.#rejected ??= at
  }

  lane(untilMs: number): CredentialLane {
    const { id, provider, scope } = this.#about
    const usage = this.usage.line(untilMs)
    return {
      ...{ id, provider, scope, rejectedMs: this.#rejected, rows: this.#rows, usage },
      leases: this.#leases.sort((a, b) => a[0] - b[0]).flat(),
      rests: this.#rests.map(([from, until, words]) => [from, Math.min(until, untilMs), words]),
    }
  }
}

const REST_WORDS = {
  rate: 'rate-limited',
  'day-quota': 'daily quota used up',
  billing: 'blocked by its bill or spending limit',
} as const

function wordFor(outcome: LeaseEnd): (typeof LEASES)[number] {
  if (typeof outcome === 'string') return outcome
  if (outcome.kind === 'ok') return 'answered'
  if (outcome.kind === 'lost') return 'lost with its worker'
  return isRateLimit(outcome) ? 'rate-limited' : 'not answered'
}
