/** Anthropic's Messages API. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { toolInput } from '../completion.ts'
import { content, header, parseRequest, positive, schemaObject, textOf } from '../parse-request.ts'
import {
  type Completion,
  type Frames,
  type Protocol,
  type ReceivedRequest,
  WrongRequest,
} from '../protocol.ts'
import { pieces, typedEvent } from '../server-sent-events.ts'
import { strictSchemaProblem } from '../strict-schema.ts'
import { refuseAsAnthropic } from './anthropic-errors.ts'
import { anthropicHeaders } from './anthropic-headers.ts'

const requestSchema = z.looseObject({
  tools: z
    .array(z.looseObject({ name: z.string().min(1), input_schema: schemaObject }))
    .max(1, { error: 'the mock provider knows a single tool, which takes the answer' })
    .optional(),
  model: z.string().min(1),
  max_tokens: positive,
  messages: z
    .array(z.looseObject({ role: z.enum(['user', 'assistant']), content }))
    .min(1, { error: 'at least one message is required' }),
  system: content.optional(),
  stream: z.boolean().optional(),
  output_config: z
    .looseObject({
      format: z.looseObject({ type: z.literal('json_schema'), schema: schemaObject }).optional(),
    })
    .optional(),
})

export const anthropic: Protocol = {
  matches: (path) => path === '/v1/messages',
  read,
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

function read({ headers, body }: ReceivedRequest): AskedCall {
  const key = header(headers, 'x-api-key')
  if (key === '') throw new WrongRequest('x-api-key header is required', 'invalid-key')
  if (header(headers, 'anthropic-version') !== '2023-06-01')
    throw new WrongRequest('anthropic-version: header is required')
  const {
    model,
    messages,
    system = '',
    stream = false,
    ...rest
  } = parseRequest(requestSchema, body)
  const [tool] = rest.tools ?? []
  const format = rest.output_config?.format?.schema
  const problem = format && strictSchemaProblem(format, { everyPropertyRequired: false })
  if (problem !== undefined) throw new WrongRequest(`output_config.format.schema: ${problem}`)
  const prompt = messages.map((entry) => textOf(entry.content)).join('\n\n')
  if (prompt.trim() === '')
    throw new WrongRequest('messages: text content blocks must be non-empty')
  return {
    protocol: 'anthropic',
    model,
    key,
    instructions: textOf(system),
    prompt,
    question: textOf(messages.at(-1)?.content ?? ''),
    maxOutputTokens: rest.max_tokens,
    stream,
    usageInStream: true,
    schema: format ?? tool?.input_schema,
    tool: tool?.name,
    structured: format ? 'schema' : tool && 'tool',
  }
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
      block: { type: 'text', text },
      empty: { type: 'text', text: '' },
      delta: (piece) => ({ type: 'text_delta', text: piece }),
    }
  const use = { type: 'tool_use', id: `toolu_${id}`, name }
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
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null }
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
