/** A limit in dollars holds only where prices are known. One that somebody has set must hold. */
import { type Layer, valueAt } from '../../config/layers.ts'
import { parseModelName } from '../../model/calls/language-model.ts'
import type { ModelSettings } from '../../model/calls/model-settings.ts'
import { UsageError } from '../../model/usage-error.ts'
import { isPriced } from '../../providers/prices.ts'

const LIMITS = ['runCost', 'itemCost']

/** Where a cost limit was set, in the words of whoever did so; undefined if only defaults hold. */
export function costLimitSetBy(layers: readonly Layer[]): string | undefined {
  for (const limit of LIMITS) {
    const layer = layers.findLast(({ values }) => valueAt(values, ['limits', limit]) !== undefined)
    const path = `limits.${limit}`
    const origin = layer?.origin(path)
    if (origin !== undefined)
      return origin.from === 'file' ? `${path} in ${origin.name}` : origin.name
  }
  return undefined
}

/** Refuses a run whose cost limit could not be kept, before the first call. */
export function requirePrices(
  { roles, prices }: Pick<ModelSettings, 'roles' | 'prices'>,
  { used, limit }: { readonly used: readonly string[]; readonly limit: string | undefined },
): void {
  if (limit === undefined) return
  const models = used.flatMap((role) => {
    const name = roles[role]?.model
    return name === undefined ? [] : [parseModelName(name).model]
  })
  const unknown = [...new Set(models)].filter((model) => !isPriced(model, prices))
  const [first] = unknown
  if (first === undefined) return
  throw new UsageError(
    'price-unknown',
    `The price of ${unknown.join(' and ')} is not known, so the cost limit (${limit}) cannot be kept.`,
    {
      hint: `Set it in the config, in dollars per million tokens: prices: { '${first}': { input: 2, output: 10 } }; zeros if it costs nothing.`,
    },
  )
}
