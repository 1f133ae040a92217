/** Which model is meant, which one answered, and what it used. */
import { quote } from './ids.ts'
import { PROVIDERS } from './provider.ts'
import { UsageError } from './usage-error.ts'

/** A model as settings name it: `anthropic:claude-sonnet-4-5`. */
export interface ModelName {
  readonly provider: string
  readonly model: string
}

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
}

export function parseModelName(text: string): ModelName {
  const colon = text.indexOf(':')
  if (colon > 0 && colon < text.length - 1) {
    return { provider: text.slice(0, colon), model: text.slice(colon + 1) }
  }
  throw new UsageError('model-invalid', `Model ${quote(text)} is not of the form provider:model.`, {
    hint: 'Such as anthropic:claude-sonnet-4-5 or google:gemini-2.5-pro.',
  })
}

/**
 * Two models of one vendor see alike. Providers that share their keys are of one vendor; an author
 * who is no model, such as whoever wrote a design by hand, is a vendor of its own.
 */
export function vendorOf(model: string): string {
  const provider = model.split(':', 1).join()
  return PROVIDERS[provider]?.keysOf ?? provider
}

/**
 * Whether the model that answered is the one that was asked: the same id, that id with a date or a
 * build number behind it, or an alias the user has named. Anything else is another model: a single
 * digit behind the name (`claude-opus-4` and `claude-opus-4-1`) as much as a word.
 */
export function isAskedModel(
  asked: string,
  answered: string,
  aliases: Readonly<Record<string, string>>,
): boolean {
  if (aliases[asked] === answered) return true
  const [name, other] = [asked, answered].map((id) => id.replace(/[-@:]latest$/, '')) as [
    string,
    string,
  ]
  return other === name || (other.startsWith(name) && SNAPSHOT.test(other.slice(name.length)))
}

const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
/** `20250514`, `2024-08-06`, `05-20`, `09-2025`, `0613`, `2411`: all of them are in use. */
const DATE = `20\\d\\d(-?)${MONTH}\\1${DAY}|${MONTH}-${DAY}|${MONTH}-20\\d\\d|${MONTH}${DAY}|2\\d${MONTH}`
const BUILD = '0\\d\\d'
const SNAPSHOT = new RegExp(`^[-@](?:(?:preview|exp)-)?(?:${DATE}|${BUILD})$`)
