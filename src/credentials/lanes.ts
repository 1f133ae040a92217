/** One lane for each provider and model that was asked for; the keys are shared by all of them. */
import type { Credential, RememberedLevel, RememberedRest } from '../model/lease.ts'
import { Key } from './key.ts'
import { Lane } from './lane.ts'
import { Quota } from './quota.ts'
import type { Rest } from './rest.ts'

export class Lanes {
  readonly #keys: readonly Key[]
  readonly #rests: RememberedRest[]
  readonly #levels: readonly RememberedLevel[]
  readonly #all = new Map<string, Lane>()

  constructor(options: {
    readonly credentials: readonly Credential[]
    readonly remembered: readonly RememberedRest[]
    readonly levels: readonly RememberedLevel[]
  }) {
    this.#keys = options.credentials.map((credential) => new Key(credential))
    this.#rests = [...options.remembered]
    this.#levels = options.levels
  }

  get all(): Iterable<Lane> {
    return this.#all.values()
  }

  /** The lane for a model; none if there is no key for its provider. */
  get(provider: string, model: string, now: number): Lane | undefined {
    const name = `${provider}:${model}`
    const lane = this.#all.get(name) ?? this.#create(provider, model, now)
    if (lane !== undefined) this.#all.set(name, lane)
    return lane
  }

  keysOf(provider: string): Key[] {
    return this.#keys.filter(({ credential }) => credential.provider === provider)
  }

  *ofProvider(provider: string): Iterable<Lane> {
    for (const lane of this.#all.values()) if (lane.provider === provider) yield lane
  }

  /** A scope cannot be used with any model until then. */
  restScope(provider: string, scope: string, rest: Rest & { why: 'billing' }, now: number): void {
    this.#rests.push({ provider, scope, model: null, why: rest.why, until: rest.until })
    for (const lane of this.ofProvider(provider)) {
      const quota = lane.quotaOf(scope)
      if (quota === undefined) continue
      quota.restUntil(rest)
      lane.stir(quota, now)
    }
  }

  #create(provider: string, model: string, now: number): Lane | undefined {
    const scopes = Map.groupBy(this.keysOf(provider), ({ credential }) => credential.scope)
    if (scopes.size === 0) return undefined
    const quotas = Array.from(scopes, ([scope, keys]) => {
      const { protocol } = (keys[0] as Key).credential
      const quota = new Quota({ scope, model, protocol, keys, now })
      const isMeant = (one: { provider: string; scope: string; model: string | null }) =>
        one.provider === provider && one.scope === scope && (one.model ?? model) === model
      for (const { until, why } of this.#rests.filter(isMeant))
        quota.restUntil({ until, why, isHinted: true })
      for (const level of this.#levels.filter(isMeant)) quota.budgets.restore(level, now)
      const dayIsOverAt = quota.budgets.dayIsOverAt(now)
      if (dayIsOverAt !== undefined)
        quota.restUntil({ until: dayIsOverAt, why: 'day-quota', isHinted: true })
      return quota
    })
    const lane = new Lane({ provider, model, quotas })
    for (const quota of quotas) lane.stir(quota, now)
    return lane
  }
}
