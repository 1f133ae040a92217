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
  readonly cacheWrite?: number | undefined
}

interface ListedPrice extends Price {
  readonly names: readonly string[]
  readonly context?: number
  /** The price of prompts from this size. */
  readonly long?: Price & { readonly from: number }
}

const LISTED: readonly ListedPrice[] = catalogue.models

/** Most models in use have more. */
const USUAL_WINDOW = 128_000

/** Tokens that a model can read and write in one call. */
export function contextWindowOf(model: string): number {
  return listed(model)?.context ?? USUAL_WINDOW
}

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
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens = 0 } = usage
  const fresh = inputTokens - cachedTokens - cacheWriteTokens
  const cached = cachedTokens * (price.cached ?? price.input)
  const written = cacheWriteTokens * (price.cacheWrite ?? price.input)
  return (fresh * price.input + cached + written + outputTokens * price.output) / 1_000_000
}

export function isPriced(model: string, configured: Readonly<Record<string, Price>>): boolean {
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 }
  return costOf(model, usage, configured) !== undefined
}

/** A listed price is for a name and its dated versions only: `gpt-5-pro` is not `gpt-5`. */
function listed(model: string): ListedPrice | undefined {
  return (
    LISTED.find(({ names }) => names.includes(model)) ??
    LISTED.find(({ names }) => names.some((name) => isVersionOf(name, model)))
  )
}

function listedPrice(model: string, inputTokens: number): Price | undefined {
  const price = listed(model)
  const long = price?.long
  return long !== undefined && inputTokens >= long.from ? long : price
}
