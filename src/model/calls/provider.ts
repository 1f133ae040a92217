/** The protocols that are spoken, and the providers known by name. */
export const PROTOCOLS = [
  'google',
  'anthropic',
  'openai',
  'openai-chat',
  'openai-compatible',
] as const
export type Protocol = (typeof PROTOCOLS)[number]

/**
 * How an answer of a given form is asked for, from the strongest to the weakest: by a JSON schema, in JSON mode, as the
 * input of a single tool, or by words in the prompt.
 */
export const STRUCTURED_WAYS = ['schema', 'json', 'tool', 'prompt'] as const
export type StructuredWay = (typeof STRUCTURED_WAYS)[number]

export interface Provider {
  readonly protocol: Protocol
  readonly baseUrl: string
  /** The first way that is tried. */
  readonly structured?: StructuredWay
  /** The provider whose credentials it uses. */
  readonly keysOf: string
}

const OPENAI = { baseUrl: 'https://api.openai.com/v1', keysOf: 'openai' }

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  google: {
    protocol: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keysOf: 'google',
  },
  anthropic: {
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keysOf: 'anthropic',
  },
  openai: { protocol: 'openai', ...OPENAI },
  'openai-chat': { protocol: 'openai-chat', ...OPENAI },
}
