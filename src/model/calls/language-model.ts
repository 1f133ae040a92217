/** The names of models in settings, and their vendors. */
import { quote } from '../ids.ts'
import { UsageError } from '../usage-error.ts'
import { PROVIDERS } from './provider.ts'

/** A model as settings name it: `anthropic:claude-sonnet-5`. */
export interface ModelName {
  readonly provider: string
  readonly model: string
}

export function parseModelName(text: string): ModelName {
  const colon = text.indexOf(':')
  if (colon > 0 && colon < text.length - 1) {
    return { provider: text.slice(0, colon), model: text.slice(colon + 1) }
  }
  throw new UsageError('model-invalid', `Model ${quote(text)} is not of the form provider:model.`, {
    hint: 'Such as anthropic:claude-sonnet-5 or google:gemini-3.8-flash.',
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
