/** What a call takes from the limits of its provider. */
import type { Usage } from './language-model.ts'
import type { Dimension } from './lease.ts'
import type { Protocol } from './provider.ts'

/** What a call is expected to use: input and output as experience puts them right. */
export interface Expected {
  readonly input: number
  readonly output: number
  readonly mostOutput: number
}

/** Gemini counts input only, Anthropic what is really produced, OpenAI the most that may be. */
export function chargeOf(dimension: Dimension, protocol: Protocol, expected: Expected): number {
  if (dimension === 'requests') return 1
  if (dimension === 'input-tokens') return expected.input
  if (dimension === 'output-tokens') return expected.output
  if (protocol === 'google') return expected.input
  if (protocol === 'anthropic') return expected.input + expected.output
  return expected.input + expected.mostOutput
}

/** What it really used, once that is known; what a cache held does not count. */
export function usedOf({ inputTokens, outputTokens, cachedTokens }: Usage): Expected {
  return { input: inputTokens - cachedTokens, output: outputTokens, mostOutput: outputTokens }
}
