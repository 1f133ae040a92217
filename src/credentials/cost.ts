/** The cost of calls, in dollars: charged for each request, and kept within the limits of item and run. */
import type { Expected } from '../model/calls/charge.ts'
import type { CallOutcome, Charged, LeaseRequest, Settlement } from '../model/calls/lease.ts'

export interface CostLimits {
  readonly runCost: number
  readonly itemCost: number
}

/** Money spent, and the maximum cost of calls in flight, for the run and for each item. */
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

const NOTHING: Charged = { cost: 0, isEstimate: false }

/** Answered for certain, or maybe. */
const ANSWERED: ReadonlySet<CallOutcome['kind']> = new Set(['ok', 'unreadable', 'cut', 'lost'])

/**
 * Only answers cost. An answer with unknown usage, or a possible answer, is estimated from the usage of
 * earlier calls.
 */
export function chargedFor(
  request: LeaseRequest,
  { outcome, cost, usage }: Pick<Settlement, 'outcome' | 'cost' | 'usage'>,
  expected: Expected,
): Charged {
  if (cost !== undefined) return { cost, isEstimate: usage?.isEstimate === true }
  if (!ANSWERED.has(outcome.kind)) return NOTHING
  return { cost: estimate(request, expected), isEstimate: request.cost !== null }
}

/** At most the maximum cost of the call. */
function estimate(request: LeaseRequest, { input, output }: Expected): number | null {
  const { cost, outputCost, inputTokens, outputTokens } = request
  if (cost === null || outputCost === null) return null
  const forInput = (cost - outputCost) * shareOf(input, inputTokens)
  return forInput + outputCost * shareOf(output, outputTokens)
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole)
}
