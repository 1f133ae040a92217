/**
 * The cost of a request: only answers cost. An answer with unknown usage, or a possible answer, is estimated
 * from the usage of earlier calls.
 */
import type { Expected } from '../model/calls/charge.ts'
import type { CallOutcome, Charged, LeaseRequest, Settlement } from '../model/calls/lease.ts'

const NOTHING: Charged = { cost: 0, isEstimate: false }

/** Answered for certain, or maybe. */
const ANSWERED: ReadonlySet<CallOutcome['kind']> = new Set(['ok', 'unreadable', 'cut', 'lost'])

export function chargedFor(
  request: LeaseRequest,
  { outcome, cost }: Pick<Settlement, 'outcome' | 'cost'>,
  expected: Expected,
): Charged {
  if (cost !== undefined) return { cost, isEstimate: false }
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
