/** How a budget is divided: whoever needs less than a fair share gets it all, the rest is divided again. */

export interface Need {
  readonly tokens: number
  /** More than 0. */
  readonly weight: number
}

/** In the order of the needs; never more than the budget together, never more than what is needed. */
export function sharesOf(needs: readonly Need[], budget: number): number[] {
  const shares = needs.map(() => 0)
  let open = needs.map((need, index) => ({ ...need, index }))
  let left = Math.max(0, Math.floor(budget))
  while (open.length > 0) {
    const weight = open.reduce((sum, need) => sum + need.weight, 0)
    const fair = (need: Need) => (left * need.weight) / weight
    const modest = open.filter((need) => need.tokens <= fair(need))
    if (modest.length === 0) {
      for (const need of open) shares[need.index] = Math.floor(fair(need))
      break
    }
    for (const { index, tokens } of modest) {
      shares[index] = tokens
      left -= tokens
    }
    open = open.filter((need) => !modest.includes(need))
  }
  return shares
}
