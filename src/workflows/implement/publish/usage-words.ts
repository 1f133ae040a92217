/** What models have answered for an item, in words. */
import type { ModelUsage } from '../../../authoring/run-context.ts'
import { countOf } from './report-markdown.ts'

/** With more than one model a sum at the end, if all prices are known. */
export function usageWords(usage: readonly ModelUsage[]): string[] {
  const lines = usage.map(
    ({ model, calls, inputTokens, outputTokens, cost }) =>
      `${model === '' ? 'A model without a name' : model}: ${countOf(calls, 'answer')}, ${inputTokens} tokens in, ${outputTokens} out, ${costWords(cost)}.`,
  )
  if (usage.length < 2) return lines
  const calls = usage.reduce((sum, one) => sum + one.calls, 0)
  const isKnown = usage.every(({ cost }) => cost !== null)
  const cost = isKnown ? usage.reduce((sum, one) => sum + (one.cost ?? 0), 0) : null
  return [...lines, `In all: ${countOf(calls, 'answer')}, ${costWords(cost)}.`]
}

function costWords(cost: number | null): string {
  return cost === null ? 'cost unknown' : `$${cost.toFixed(4)}`
}
