/** Cost of model calls; an unknown price is named, never counted as zero; estimates are marked. */
import type { Cost } from '../view/item-view.ts'

export function costWords({ known, isWhole, isEstimate }: Cost): string {
  const cost = dollars(known, { isEstimate, digits: 2 })
  if (isWhole) return cost
  return known > 0 ? `at least ${cost}` : 'cost unknown'
}

/** Of one item. */
export function itemCostWords(item: { cost: number | null; estimatedCost: number }): string | null {
  if (item.cost === null) return null
  return dollars(item.cost, { isEstimate: item.estimatedCost > 0, digits: 4 })
}

function dollars(
  amount: number,
  { isEstimate, digits }: { readonly isEstimate: boolean; readonly digits: number },
): string {
  return `${isEstimate ? '~' : ''}$${amount.toFixed(digits)}`
}
