/** Facts about credentials and providers, each emitted once per change. */
import type { PoolFact } from '../model/calls/call-facts.ts'
import type { Cooldown } from './cooldown.ts'
import type { Lane } from './lane.ts'
import type { Quota } from './quota.ts'

export class PoolFacts {
  #pending: PoolFact[] = []
  /** The last emitted state of each lane; a number is the end of its cooldown. */
  readonly #emitted = new Map<Lane, number | 'exhausted' | undefined>()

  take(): PoolFact[] {
    const facts = this.#pending
    this.#pending = []
    return facts
  }

  rested(
    { provider, model }: Lane,
    { quota, cooldown, credential }: { quota: Quota; cooldown: Cooldown; credential: string },
  ): void {
    const { until, why, isHinted } = cooldown
    this.#pending.push({
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
    this.#pending.push({ type: 'credential-rejected', credential })
  }

  opened({ provider, model, circuit }: Lane): void {
    const { outage, until } = circuit
    if (outage !== undefined)
      this.#pending.push({ type: 'circuit-opened', provider, model, until, outage })
  }

  closed({ provider, model }: Lane): void {
    this.#pending.push({ type: 'circuit-closed', provider, model })
  }

  /** Emits when all quotas of a lane are rate-limited or busy while calls wait, and when that ends. */
  review(lane: Lane, now: number): void {
    const { provider, model, wakeAt: until } = lane
    const why = lane.queue.size === 0 ? undefined : lane.why(now)
    const state = why === 'rate-limited' ? until : why === 'busy' ? 'exhausted' : undefined
    if (state === this.#emitted.get(lane)) return
    this.#emitted.set(lane, state)
    if (why === 'rate-limited')
      this.#pending.push({ type: 'pool-rested', provider, model, why: firstCooldown(lane), until })
    else if (why === 'busy') this.#pending.push({ type: 'pool-exhausted', provider, model })
    else this.#pending.push({ type: 'pool-resumed', provider, model })
  }
}

/** The cause of the cooldown that ends first. */
function firstCooldown({ quotas, wakeAt }: Lane): Cooldown['why'] {
  const cooldowns = quotas
    .flatMap(({ cooldown }) => cooldown ?? [])
    .filter(({ until }) => until >= wakeAt)
  return cooldowns.toSorted((a, b) => a.until - b.until)[0]?.why ?? 'rate'
}
