import type { ProviderName } from '../limits/limits.ts'

/** The models that a scenario has; a provider that it does not mention has every model. */
export type Models = Readonly<Partial<Record<ProviderName, readonly string[]>>>

/** What a list shows where every name is a model's. */
const USUAL: Readonly<Record<ProviderName, readonly string[]>> = {
  google: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-flash-latest'],
  anthropic: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'],
  openai: ['gpt-6-sol', 'gpt-5-mini', 'gpt-4o-mini'],
}

export function listedModels(models: Models, provider: ProviderName): readonly string[] {
  return models[provider] ?? USUAL[provider]
}

export function hasModel(models: Models, provider: ProviderName, model: string): boolean {
  return models[provider]?.includes(model) ?? true
}
