/**
 * The price of a call in dollars. Prices are per million tokens: those of the config first, by the
 * beginning of the model's name, then those of the catalogue (`npm run models`). An unknown price is
 * unknown, never 0.
 */
import { isVersionOf } from '../model/calls/asked-model.ts'
import type { Usage } from '../model/calls/lease.ts'
import catalogue from './model-catalogue.json' with { type: 'json' }

export interface Price {
  readonly input: number
  readonly output: number
  readonly cached?: number | undefined
}

interface ListedPrice extends Price {
  readonly names: readonly string[]
  /** The price of prompts from this size. */
  readonly long?: Price & { readonly from: number }
}

const LISTED: readonly ListedPrice[] = catalogue.models

/** Dollars, or undefined if the model's price is not known. */
export function costOf(
  model: string,
  usage: Usage,
  configured: Readonly<Record<string, Price>>,
): number | undefined {
  const [own] = Object.keys(configured)
    .filter((name) => model.startsWith(name))
    .sort((a, b) => b.length - a.length)
  const price = own === undefined ? listedPrice(model, usage.inputTokens) : configured[own]
  if (price === undefined) return undefined
  const fresh = usage.inputTokens - usage.cachedTokens
  const cached = usage.cachedTokens * (price.cached ?? price.input)
  return (fresh * price.input + cached + usage.outputTokens * price.output) / 1_000_000
}

/** A listed price is for a name and its dated versions only: `gpt-5-pro` is not `gpt-5`. */
function listedPrice(model: string, inputTokens: number): Price | undefined {
  const listed =
    LISTED.find(({ names }) => names.includes(model)) ??
    LISTED.find(({ names }) => names.some((name) => isVersionOf(name, model)))
  const long = listed?.long
  return long !== undefined && inputTokens >= long.from ? long : listed
}
