/** The credentials of a run: their leases with item and result, their cooldowns, and what their scope has used. */
import type { KnownCredential } from '../../../model/calls/lease.ts'
import type { Event, EventOf } from '../../../model/event.ts'
import type { OpenLease } from '../../../scheduler/item-life.ts'
import { COOLDOWN, isRateLimit } from '../../view/credential-summary.ts'
import { type CredentialLane, LEASES } from '../page-data.ts'
import { ScopeUsage } from './usage-line.ts'

export interface EndedLease {
  readonly was: OpenLease
  readonly until: number
  /** Nothing is known if it was open at the end of the events. */
  readonly how: string | undefined
  readonly returned: EventOf<'lease-returned'> | undefined
}

interface Lease extends Pick<EndedLease, 'until' | 'how'> {
  readonly from: number
  /** The item's number. */
  readonly item: number
}

interface Track {
  readonly about: KnownCredential
  /** The same one for all credentials of its scope. */
  readonly usage: ScopeUsage
  readonly leases: Lease[]
  readonly rests: [from: number, until: number, words: string][]
  rejectedMs: number | null
}

export class CredentialTracks {
  readonly #startedAt: number
  readonly #tracks = new Map<string, Track>()
  /** By provider and scope. */
  readonly #scopes = new Map<string, ScopeUsage>()

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  add(event: Event, at: number): void {
    if (event.type === 'run-started') for (const one of event.credentials) this.#know(one)
    if (event.type === 'credential-rested') this.#rested(event, at)
    const track = event.type === 'credential-rejected' && this.#tracks.get(event.credential)
    if (track) track.rejectedMs ??= at
  }

  addLease({ was, until, how, returned, item }: EndedLease & { readonly item: number }): void {
    const from = was.since - this.#startedAt
    const track = this.#tracks.get(was.credential)
    track?.leases.push({ from, until, how, item })
    track?.usage.add({ from, until, model: was.model }, returned)
  }

  /** Credentials of the providers that were used; unused ones come last. */
  lanes(untilMs: number, { isRunning }: { readonly isRunning: boolean }): CredentialLane[] {
    const lanes = [...this.#tracks.values()].map((track) => laneOf(track, { untilMs, isRunning }))
    const asked = new Set(lanes.filter(wasUsed).map(({ provider }) => provider))
    return lanes
      .filter(({ provider }) => asked.has(provider))
      .sort((a, b) => Number(wasUsed(b)) - Number(wasUsed(a)))
  }

  #know(about: KnownCredential): void {
    const { id, provider, scope, protocol } = about
    const name = `${provider}:${scope}`
    const usage = this.#scopes.get(name) ?? new ScopeUsage(this.#startedAt, protocol)
    usage.addKey(about)
    this.#scopes.set(name, usage)
    this.#tracks.set(id, { about, usage, leases: [], rests: [], rejectedMs: null })
  }

  /** For all credentials of the scope; a cooldown that is extended is one cooldown. */
  #rested({ credential, why, until }: EventOf<'credential-rested'>, at: number): void {
    const end = until - this.#startedAt
    for (const { usage, rests } of this.#tracks.values()) {
      if (usage !== this.#tracks.get(credential)?.usage) continue
      const last = rests.at(-1)
      if (last !== undefined && last[2] === COOLDOWN[why] && last[1] >= at)
        last[1] = Math.max(last[1], end)
      else rests.push([at, end, COOLDOWN[why]])
    }
  }
}

function laneOf(
  { about, usage, leases, rests, rejectedMs }: Track,
  { untilMs, isRunning }: { readonly untilMs: number; readonly isRunning: boolean },
): CredentialLane {
  const { id, provider, scope } = about
  /** When each row is free again. */
  const rows: number[] = []
  const numbers = leases
    .sort((a, b) => a.from - b.from)
    .map(({ from, until, item, how = isRunning ? 'not over' : 'lost' }) => {
      const free = rows.findIndex((at) => at <= from)
      const row = free === -1 ? rows.length : free
      rows[row] = until
      return [from, until - from, item, LEASES.indexOf(wordFor(how)), row] as const
    })
  return {
    id,
    provider,
    scope,
    rejectedMs,
    rows: Math.max(1, rows.length),
    usage: usage.line(untilMs),
    leases: numbers,
    rests: rests.map(([from, until, words]) => [from, Math.min(until, untilMs), words]),
  }
}

function wordFor(how: string): (typeof LEASES)[number] {
  if (how === 'ok') return 'answered'
  if (how === 'lost' || how === 'lost with its worker') return 'lost with its worker'
  if (how === 'not over') return how
  return isRateLimit(how) ? 'rate-limited' : 'not answered'
}

function wasUsed({ leases, rests }: CredentialLane): boolean {
  return leases.length + rests.length > 0
}
