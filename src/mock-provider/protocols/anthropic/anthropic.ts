/** Anthropic's Messages API. */
import { toolInput } from '../completion.ts'
import type { Completion, Frames, Protocol } from '../protocol.ts'
import { pieces, typedEvent } from '../server-sent-events.ts'
import { refuseAsAnthropic } from './anthropic-errors.ts'
import { anthropicHeaders } from './anthropic-headers.ts'
import { readMessages } from './anthropic-request.ts'

export const anthropic: Protocol = {
  matches: (path) => path === '/v1/messages',
  read: readMessages,
  headers: anthropicHeaders,
  body: (completion) => ({
    ...message(completion),
    content: [contentOf(completion).block],
    stop_reason: stopReason(completion),
    usage: usage(completion, completion.outputTokens),
  }),
  frames,
  refuse: refuseAsAnthropic,
  errorFrame: (facts) =>
    typedEvent('error', refuseAsAnthropic({ ...facts, kind: 'overloaded' }).body),
}

function frames(completion: Completion): Frames {
  const { empty, delta } = contentOf(completion)
  const begun = { content: [], stop_reason: null, usage: usage(completion, 1) }
  return {
    opening: [typedEvent('message_start', { message: { ...message(completion), ...begun } })],
    body: [
      typedEvent('content_block_start', { index: 0, content_block: empty }),
      typedEvent('ping', {}),
      ...pieces(completion.text).map((piece) =>
        typedEvent('content_block_delta', { index: 0, delta: delta(piece) }),
      ),
    ],
    closing: [
      typedEvent('content_block_stop', { index: 0 }),
      typedEvent('message_delta', {
        delta: { stop_reason: stopReason(completion), stop_sequence: null },
        usage: completion.hidesUsage ? undefined : { output_tokens: completion.outputTokens },
      }),
      typedEvent('message_stop', {}),
    ],
  }
}

/** The answer's content block, the same before its first delta, and a delta of it. */
function contentOf(completion: Completion): {
  readonly block: object
  readonly empty: object
  readonly delta: (piece: string) => object
} {
  const { id, tool: name, text } = completion
  const input = toolInput(completion)
  if (input === undefined)
    return {
      block: { type: 'text', text, citations: null },
      empty: { type: 'text', text: '', citations: null },
      delta: (piece) => ({ type: 'text_delta', text: piece }),
    }
  const use = { type: 'tool_use', id: `toolu_${id}`, name, caller: { type: 'direct' } }
  return {
    block: { ...use, input },
    empty: { ...use, input: {} },
    delta: (piece) => ({ type: 'input_json_delta', partial_json: piece }),
  }
}

function stopReason(completion: Completion): string {
  if (completion.finish === 'length') return 'max_tokens'
  return toolInput(completion) === undefined ? 'end_turn' : 'tool_use'
}

function message({ id, model }: Completion): object {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    stop_details: null,
    container: null,
  }
}

function usage({ inputTokens, hidesUsage }: Completion, outputTokens: number): object | undefined {
  if (hidesUsage) return undefined
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  }
}
