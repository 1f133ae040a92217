/** Money spent, and the maximum cost of calls in flight, for the run and for each item. */
export interface CostLimits {
  readonly runCost: number
  readonly itemCost: number
}

export class CostBudget {
  readonly #limits: CostLimits
  #spent = 0
  #reserved = 0
  readonly #spentBy = new Map<string, number>()

  constructor(limits: CostLimits) {
    this.#limits = limits
  }

  /** `later`: allowed if calls in flight cost less than their maximum. */
  allows(item: string, cost: number): 'yes' | 'later' | 'not-item' | 'not-run' {
    if (this.spentBy(item) + cost > this.#limits.itemCost) return 'not-item'
    if (this.#spent + cost > this.#limits.runCost) return 'not-run'
    return this.#spent + this.#reserved + cost > this.#limits.runCost ? 'later' : 'yes'
  }

  get spent(): number {
    return this.#spent
  }

  spentBy(item: string): number {
    return this.#spentBy.get(item) ?? 0
  }

  reserve(cost: number): void {
    this.#reserved += cost
  }

  free(cost: number): void {
    this.#reserved -= cost
  }

  spend(item: string, cost: number): void {
    this.#spent += cost
    this.#spentBy.set(item, this.spentBy(item) + cost)
  }
}
