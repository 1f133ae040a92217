/** Models that count as real ones to a run, although a mock provider answers for them. */
import type { ConfigFile } from '../../src/config/schema.ts'

const FREE = { input: 0, output: 0 }

/** The part of a config that names them. */
export function realModels(url: string): ConfigFile {
  return {
    models: { drafter: 'writer:claude-x', reviewer: 'reader:gemini-x' },
    providers: {
      writer: { protocol: 'anthropic', baseUrl: `${url}/v1` },
      reader: { protocol: 'google', baseUrl: `${url}/v1beta` },
    },
    credentials: ['writer', 'reader'].map((name) => ({
      id: name,
      provider: name,
      from: 'env:MODEL_KEY',
    })),
    prices: { 'claude-x': FREE, 'gemini-x': FREE },
  }
}

/** What their credentials come from. */
export const MODEL_KEY = { MODEL_KEY: 'a-key-for-models' }
