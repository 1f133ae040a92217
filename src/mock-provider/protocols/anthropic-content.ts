/** An answer as Anthropic's content: text, or the input of the tool that was asked for. */
import { pieces } from './completion.ts'
import type { Completion } from './protocol.ts'
import { typedEvent } from './server-sent-events.ts'

export function contentOf(completion: Completion): object[] {
  const { id, text } = completion
  const call = toolCall(completion)
  return [
    call === undefined ? { type: 'text', text } : { ...toolUse(id, call.name), input: call.input },
  ]
}

export function contentFrames(completion: Completion): string[] {
  const { id, text } = completion
  const call = toolCall(completion)
  const block =
    call === undefined ? { type: 'text', text: '' } : { ...toolUse(id, call.name), input: {} }
  const delta = (piece: string) =>
    call === undefined
      ? { type: 'text_delta', text: piece }
      : { type: 'input_json_delta', partial_json: piece }
  return [
    typedEvent('content_block_start', { index: 0, content_block: block }),
    typedEvent('ping', {}),
    ...pieces(text).map((piece) =>
      typedEvent('content_block_delta', { index: 0, delta: delta(piece) }),
    ),
  ]
}

export function stopReason(completion: Completion): string {
  if (completion.finish === 'length') return 'max_tokens'
  return toolCall(completion) === undefined ? 'end_turn' : 'tool_use'
}

/** A model that was told to use a tool and speaks instead has not used it. */
function toolCall({ tool, text }: Completion): { name: string; input: object } | undefined {
  if (tool === undefined) return undefined
  try {
    const input: unknown = JSON.parse(text)
    return typeof input === 'object' && input !== null ? { name: tool, input } : undefined
  } catch {
    return undefined // prose is said, not given to a tool
  }
}

function toolUse(id: string, name: string): object {
  return { type: 'tool_use', id: `toolu_${id}`, name }
}
