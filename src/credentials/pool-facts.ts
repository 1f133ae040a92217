/** What the pool has to tell: what became of keys and providers, each once when it changes. */
import type { PoolFact } from '../model/pool-fact.ts'
import type { Lane } from './lane.ts'
import type { Quota } from './quota.ts'
import type { Rest } from './rest.ts'

export class PoolFacts {
  #untold: PoolFact[] = []
  /** How each lane was when it was last told. */
  readonly #told = new Map<
    Lane,
    { readonly mood: 'rested' | 'exhausted'; readonly until: number }
  >()

  take(): PoolFact[] {
    const facts = this.#untold
    this.#untold = []
    return facts
  }

  rested(
    { provider, model }: Lane,
    { quota, rest, credential }: { quota: Quota; rest: Rest; credential: string },
  ): void {
    const { until, why, isHinted } = rest
    this.#untold.push({
      type: 'credential-rested',
      credential,
      provider,
      scope: quota.scope,
      model: why === 'billing' ? null : model,
      why,
      until,
      hinted: isHinted,
    })
  }

  rejected(credential: string): void {
    this.#untold.push({ type: 'credential-rejected', credential })
  }

  opened({ provider, model, circuit }: Lane): void {
    const { outage, until } = circuit
    if (outage !== undefined)
      this.#untold.push({ type: 'circuit-opened', provider, model, until, outage })
  }

  closed({ provider, model }: Lane): void {
    this.#untold.push({ type: 'circuit-closed', provider, model })
  }

  /** Tells when all that could serve a lane rest or are taken while somebody waits, and when that ends. */
  look(lane: Lane, now: number): void {
    const { provider, model } = lane
    const told = this.#told.get(lane)
    const why = lane.waitingCount === 0 ? undefined : lane.why(now)
    if (why === 'rate-limited') {
      const until = lane.wakeAt
      if (told?.mood === 'rested' && told.until === until) return
      this.#told.set(lane, { mood: 'rested', until })
      this.#untold.push({ type: 'pool-rested', provider, model, why: firstRest(lane), until })
    } else if (why === 'busy') {
      if (told?.mood === 'exhausted') return
      this.#told.set(lane, { mood: 'exhausted', until: 0 })
      this.#untold.push({ type: 'pool-exhausted', provider, model })
    } else if (told !== undefined) {
      this.#told.delete(lane)
      this.#untold.push({ type: 'pool-resumed', provider, model })
    }
  }
}

/** Why the quota rests that comes back first. */
function firstRest({ quotas, wakeAt }: Lane): Rest['why'] {
  const rests = quotas.flatMap(({ rest }) => rest ?? []).filter(({ until }) => until >= wakeAt)
  return rests.toSorted((a, b) => a.until - b.until)[0]?.why ?? 'rate'
}
