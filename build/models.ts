/**
 * `npm run models`: writes src/providers/model-catalogue.json, the prices and context windows of text
 * models, from the price list that the package @pydantic/genai-prices keeps. Prices are those of today.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { findProvider, type ModelInfo, type TieredPrices } from '@pydantic/genai-prices'

const CATALOGUE = new URL('../src/providers/model-catalogue.json', import.meta.url)
const PACKAGE = new URL('../node_modules/@pydantic/genai-prices/package.json', import.meta.url)
const PROVIDERS = ['anthropic', 'openai', 'google']
const UNITS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cached: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
} as const
/** Models for other things than text; some are priced like those for text. */
const NOT_TEXT = /audio|image|tts|realtime|transcribe|embedding|vision|live|video|moderation|omni/

type Match = ModelInfo['match']
type UnitPrices = Exclude<ModelInfo['prices'], readonly unknown[]>

const today = new Date().toISOString().slice(0, 10)
const seen = new Set<string>()
const models = PROVIDERS.flatMap((providerId) =>
  (findProvider({ providerId })?.models ?? []).flatMap(entryOf),
)
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
const rows = models.map((model) => `    ${JSON.stringify(model)}`).join(',\n')
const source = `@pydantic/genai-prices ${version}`
writeFileSync(
  CATALOGUE,
  `{\n  "date": "${today}",\n  "source": "${source}",\n  "models": [\n${rows}\n  ]\n}\n`,
)
process.stdout.write(`${models.length} models, as of ${today}\n`)

/** A name belongs to the first model that has it. */
function entryOf({ id, match, prices: given, context_window: context }: ModelInfo): object[] {
  const names = [...new Set([id, ...namesIn(match)])].filter((name) => !seen.has(name))
  const prices = Array.isArray(given) ? current(given) : given
  const isText = 'input_mtok' in prices && 'output_mtok' in prices && !NOT_TEXT.test(id)
  if (!isText || names.length === 0) return []
  for (const name of names) seen.add(name)
  const from = longFrom(prices)
  const long = from === undefined ? {} : { long: { from, ...pricesAt(prices, from) } }
  return [{ names, context, ...pricesAt(prices, 0), ...long }]
}

function namesIn(match: Match): string[] {
  if ('or' in match) return match.or.flatMap(namesIn)
  if ('equals' in match) return [match.equals]
  return 'starts_with' in match ? [match.starts_with] : []
}

/** The last of the prices that hold from a day which has come. */
function current(prices: Exclude<ModelInfo['prices'], UnitPrices>): UnitPrices {
  const valid = prices.filter(
    ({ constraint }) =>
      constraint === undefined ||
      (constraint.type === 'start_date' && constraint.start_date <= today),
  )
  return valid.at(-1)?.prices ?? {}
}

/** The prompt size from which a higher price holds. */
function longFrom(prices: UnitPrices): number | undefined {
  const { input_mtok: input } = prices
  return isTiered(input) ? input.tiers[0]?.start : undefined
}

function pricesAt(prices: UnitPrices, tokens: number): Record<string, number> {
  const found = Object.entries(UNITS).flatMap(([name, unit]) => {
    const price = prices[unit]
    if (!isTiered(price)) return price === undefined ? [] : [[name, price]]
    const tier = price.tiers.findLast(({ start }) => tokens >= start)
    return [[name, tier?.price ?? price.base]]
  })
  return Object.fromEntries(found)
}

function isTiered(price: number | TieredPrices | undefined): price is TieredPrices {
  return typeof price === 'object'
}
