/**
 * What tokens cost, in dollars per million. From the providers' public lists as of 2026-11; those in
 * the config come first, by the beginning of the model's name. An unknown price is unknown, never 0.
 */
import { isVersionOf } from '../model/asked-model.ts'
import type { Usage } from '../model/language-model.ts'

export interface Price {
  readonly input: number
  readonly output: number
  readonly cached?: number | undefined
}

const PRICES: Readonly<Record<string, Price>> = {
  'claude-opus-4': { input: 15, output: 75, cached: 1.5 },
  'claude-opus-4-1': { input: 15, output: 75, cached: 1.5 },
  'claude-opus-4-5': { input: 5, output: 25, cached: 0.5 },
  'claude-sonnet-4': { input: 3, output: 15, cached: 0.3 },
  'claude-sonnet-4-5': { input: 3, output: 15, cached: 0.3 },
  'claude-haiku-4-5': { input: 1, output: 5, cached: 0.1 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.31 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cached: 0.075 },
  'gpt-5-mini': { input: 0.25, output: 2, cached: 0.025 },
  'gpt-5': { input: 1.25, output: 10, cached: 0.125 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cached: 0.075 },
  'gpt-4o': { input: 2.5, output: 10, cached: 1.25 },
}

/** Dollars, or undefined if the model's price is not known. */
export function costOf(
  model: string,
  usage: Usage,
  configured: Readonly<Record<string, Price>>,
): number | undefined {
  const own = longest(Object.keys(configured).filter((name) => model.startsWith(name)))
  // Ours are for a name and its dated versions; `gpt-5-pro` is not `gpt-5`.
  const known = Object.keys(PRICES).find((name) => isVersionOf(name, model))
  const price = own === undefined ? PRICES[known ?? ''] : configured[own]
  if (price === undefined) return undefined
  const fresh = usage.inputTokens - usage.cachedTokens
  const cached = usage.cachedTokens * (price.cached ?? price.input)
  return (fresh * price.input + cached + usage.outputTokens * price.output) / 1_000_000
}

function longest(names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => b.length - a.length)[0]
}
