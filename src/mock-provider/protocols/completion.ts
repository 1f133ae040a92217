import type { AskedCall } from '../answer.ts'
import { countTokens, firstTokens, inputTokens } from '../limits/tokens.ts'
import type { Completion } from './protocol.ts'

/** An answer's text with all that responses tell about it; cut off at the asked length. */
export function createCompletion(options: {
  readonly call: AskedCall
  readonly text: string
  readonly id: string
  readonly at: number
}): Completion {
  const { call, id, at } = options
  const most = call.maxOutputTokens ?? Number.POSITIVE_INFINITY
  const isTooLong = countTokens(options.text) > most
  const text = isTooLong ? firstTokens(options.text, most) : options.text
  return {
    id,
    model: call.model,
    text,
    finish: isTooLong ? 'length' : 'stop',
    ...(call.tool === undefined ? {} : { tool: call.tool }),
    inputTokens: inputTokens(call),
    outputTokens: countTokens(text),
    at,
  }
}

/** A text in the pieces that a stream brings it in; few, however long it is. */
export function pieces(text: string): string[] {
  const size = Math.max(24, Math.ceil(text.length / 16))
  return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
}
