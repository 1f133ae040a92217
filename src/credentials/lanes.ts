/** One lane for each requested model of a provider; all of them share the provider's credentials. */
import type { RememberedLevel, RememberedRest } from '../model/calls/lease.ts'
import type { Cooldown } from './cooldown.ts'
import { Lane } from './lane.ts'
import type { PoolOptions } from './lease-pool.ts'
import { PooledCredential } from './pooled-credential.ts'
import { Quota } from './quota.ts'

export class Lanes {
  readonly #credentials: readonly PooledCredential[]
  readonly #rests: RememberedRest[]
  readonly #levels: readonly RememberedLevel[]
  readonly #all = new Map<string, Lane>()

  constructor(options: Pick<PoolOptions, 'credentials' | 'remembered' | 'levels'>) {
    this.#credentials = options.credentials.map((credential) => new PooledCredential(credential))
    this.#rests = [...options.remembered]
    this.#levels = options.levels
  }

  get all(): Iterable<Lane> {
    return this.#all.values()
  }

  /** The lane for a model; undefined without a credential for its provider. */
  get(provider: string, model: string, now: number): Lane | undefined {
    const name = `${provider}:${model}`
    const lane = this.#all.get(name) ?? this.#create(provider, model, now)
    if (lane !== undefined) this.#all.set(name, lane)
    return lane
  }

  credentialsOf(provider: string): PooledCredential[] {
    return this.#credentials.filter(({ entry }) => entry.provider === provider)
  }

  *ofProvider(provider: string): Iterable<Lane> {
    for (const lane of this.#all.values()) if (lane.provider === provider) yield lane
  }

  /** Until then the scope cannot be used with any model. */
  coolDownScope(
    provider: string,
    scope: string,
    cooldown: Cooldown & { why: 'billing' },
    now: number,
  ): void {
    this.#rests.push({ provider, scope, model: null, why: cooldown.why, until: cooldown.until })
    for (const lane of this.ofProvider(provider)) {
      const quota = lane.quotaOf(scope)
      if (quota === undefined) continue
      quota.coolDownUntil(cooldown)
      lane.reconsider(quota, now)
    }
  }

  #create(provider: string, model: string, now: number): Lane | undefined {
    const scopes = Map.groupBy(this.credentialsOf(provider), ({ entry }) => entry.scope)
    if (scopes.size === 0) return undefined
    const quotas = Array.from(scopes, ([scope, credentials]) => {
      const { protocol } = (credentials[0] as PooledCredential).entry
      const quota = new Quota({ scope, model, protocol, credentials, now })
      const isMeant = (one: { provider: string; scope: string; model: string | null }) =>
        one.provider === provider && one.scope === scope && (one.model ?? model) === model
      for (const { until, why } of this.#rests.filter(isMeant))
        quota.coolDownUntil({ until, why, isHinted: true })
      for (const level of this.#levels.filter(isMeant)) quota.budgets.restore(level, now)
      quota.checkDay(now)
      return quota
    })
    const lane = new Lane({ provider, model, quotas })
    for (const quota of quotas) lane.reconsider(quota, now)
    return lane
  }
}
