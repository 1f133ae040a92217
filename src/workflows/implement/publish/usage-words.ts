/** What models have answered for an item, in words. */
import type { ModelUsage } from '../../../authoring/run-context.ts'
import { countOf } from './report-markdown.ts'

/** With more than one model a sum at the end, if all prices are known. */
export function usageWords(usage: readonly ModelUsage[]): string[] {
  const lines = usage.map(
    ({ model, calls, cost }) =>
      `${model === '' ? 'A model without a name' : model}: ${countOf(calls, 'answer')}, ${costWords(cost)}.`,
  )
  if (usage.length < 2) return lines
  const calls = usage.reduce((sum, one) => sum + one.calls, 0)
  const isKnown = usage.every(({ cost }) => cost !== null)
  const cost = isKnown ? usage.reduce((sum, one) => sum + (one.cost ?? 0), 0) : null
  return [...lines, `In all: ${countOf(calls, 'answer')}, ${costWords(cost)}.`]
}

/** In cents: prompts contain output of tests with its times, so tokens differ a little from run to run. */
function costWords(cost: number | null): string {
  if (cost === null) return 'cost unknown'
  return cost > 0 && cost < 0.01 ? 'less than $0.01' : `$${cost.toFixed(2)}`
}
