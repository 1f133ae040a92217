/** Whether the model that answered is the one that was asked, however providers spell its name. */
import { escapePattern } from '../text/escape-pattern.ts'

/** Other names under which a model may answer, by the name it is asked by; `*` stands for anything. */
export type Aliases = Readonly<Record<string, string | readonly string[]>>

/**
 * The same name, or that name with a date or a build number behind it; whatever a router, a host or a file
 * adds to a name is left out of it. Or an alias that the user has named: that of a deployment, and `''` for
 * an answer without a name. Anything else is another model: a single digit behind the name (`claude-opus-4`
 * and `claude-opus-4-1`) as much as a word.
 */
export function isAskedModel(asked: string, answered: string, aliases: Aliases): boolean {
  const allowed = [aliases[asked] ?? []].flat()
  if (allowed.some((pattern) => isLike(pattern, answered))) return true
  if (answered === '') return false
  const [name, other] = [bareName(asked), bareName(answered)]
  return isSameVendor(name.vendors, other.vendors) && isVersionOf(name.model, other.model)
}

/** Whether a name is another one, or that with a date or a build number behind it. */
export function isVersionOf(name: string, other: string): boolean {
  const [known, given] = [name, other].map((id) => id.replace(/[-@:]latest$/, '')) as [
    string,
    string,
  ]
  return given === known || (given.startsWith(known) && SNAPSHOT.test(given.slice(known.length)))
}

const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
/** `20250514`, `2024-08-06`, `05-20`, `09-2025`, `0613`, `2411`: all of them are in use. */
const DATE = `20\\d\\d(-?)${MONTH}\\1${DAY}|${MONTH}-${DAY}|${MONTH}-20\\d\\d|${MONTH}${DAY}|2\\d${MONTH}`
const BUILD = '0\\d\\d'
const SNAPSHOT = new RegExp(`^[-@](?:(?:preview|exp)-)?(?:${DATE}|${BUILD})$`)

/** Where a router takes a model from, or what it adds to one; another size or a thinking mode is none of these. */
const ROUTED = /:(?:free|nitro|floor|extended|online|exacto)$/
const FILE = /\.gguf$/
/** Amazon's: `us.anthropic.claude-opus-4-20250514-v1:0`. */
const BEDROCK =
  /^(?:[a-z]+\.)?(anthropic|amazon|meta|mistral|cohere|deepseek|qwen|openai)\.(.+?)(?:-v\d+:\d+)?$/
/** Parts of paths that say nothing of who made a model. */
const PATHS: ReadonlySet<string> = new Set(['', 'models', 'publishers'])

interface BareName {
  /** Whoever is named before it, such as `openai` in `openai/gpt-5`. */
  readonly vendors: readonly string[]
  readonly model: string
}

function bareName(id: string): BareName {
  const parts = id.toLowerCase().split('/')
  const last = (parts.pop() ?? '').replace(ROUTED, '').replace(FILE, '')
  const [, maker, model = last] = BEDROCK.exec(last) ?? []
  const vendors = parts.filter((part) => !PATHS.has(part))
  return { vendors: maker === undefined ? vendors : [...vendors, maker], model }
}

/** Two names with vendors must agree on them, as far as both have some. */
function isSameVendor(some: readonly string[], others: readonly string[]): boolean {
  const length = Math.min(some.length, others.length)
  return length === 0 || some.slice(-length).join('/') === others.slice(-length).join('/')
}

function isLike(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map(escapePattern)
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name)
}
