/** Variables that hold keys, set for us or not: workers and what they start do not get them. */
import type { Config } from '../../config/schema.ts'
import { tokenVariables } from '../github-place.ts'
import { KEY_VARIABLES } from '../init-config.ts'
import { variableOf } from './configured-credentials.ts'

/** Usual names of API keys, which may be set without being configured. */
const USUAL_KEYS = [
  ...KEY_VARIABLES,
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'AZURE_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'AI_GATEWAY_API_KEY',
  'CEREBRAS_API_KEY',
  'COHERE_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GROQ_API_KEY',
  'HF_TOKEN',
  'MISTRAL_API_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'TOGETHER_API_KEY',
  'XAI_API_KEY',
]

export function secretVariables(config: Config): string[] {
  return [...config.credentials.map(variableOf), ...tokenVariables(config), ...USUAL_KEYS]
}
