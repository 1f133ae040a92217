/** Which model is meant, which one answered, and what it used. */
import { quote } from './ids.ts'
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

/** Two models of one vendor see alike; this tells them apart. */
export function vendorOf(model: string): string {
  return model.slice(0, model.indexOf(':')).replace(/-chat$/, '')
}

/**
 * Whether the model that answered is the one that was asked: the same id, that id with a date or
 * version behind it, or an alias the user has named. Anything else is another model.
 */
export function isAskedModel(
  asked: string,
  answered: string,
  aliases: Readonly<Record<string, string>>,
): boolean {
  if (answered === asked || aliases[asked] === answered) return true
  const name = asked.replace(/-latest$/, '')
  const rest = answered.startsWith(name) ? answered.slice(name.length) : undefined
  return rest !== undefined && /^[-@:](v?\d[\d.-]*|latest)$/.test(rest)
}
