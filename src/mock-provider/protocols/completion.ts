import { type AskedCall, asSchema, type JsonSchema } from '../answer.ts'
import { countTokens, firstTokens, inputTokens } from '../limits/tokens.ts'
import type { Completion } from './protocol.ts'

/** An answer's text with the other facts of a response; cut off at the asked length. */
export function createCompletion(
  call: AskedCall,
  answer: {
    readonly text: string
    readonly tool: string | undefined
    readonly id: string
    readonly at: number
  },
): Completion {
  const { model, maxOutputTokens: most = Number.POSITIVE_INFINITY } = call
  const isTooLong = countTokens(answer.text) > most
  const text = isTooLong ? firstTokens(answer.text, most) : answer.text
  return {
    ...answer,
    model,
    text,
    finish: isTooLong ? 'length' : 'stop',
    inputTokens: inputTokens(call),
    outputTokens: countTokens(text),
  }
}

/** The input of the requested tool; undefined for prose, which does not use the tool. */
export function toolInput({ tool, text }: Completion): JsonSchema | undefined {
  if (tool === undefined) return undefined
  try {
    const input: unknown = JSON.parse(text)
    return typeof input === 'object' && input !== null ? asSchema(input) : undefined
  } catch {
    return undefined // prose is no JSON
  }
}
