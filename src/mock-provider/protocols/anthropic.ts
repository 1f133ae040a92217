/** Anthropic's Messages API. */
import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { contentFrames, contentOf, stopReason } from './anthropic-content.ts'
import { refuseAsAnthropic } from './anthropic-errors.ts'
import { anthropicHeaders } from './anthropic-headers.ts'
import {
  content,
  header,
  parseRequest,
  positive,
  schemaObject,
  textOf,
  wrong,
  wrongKey,
} from './parse-request.ts'
import type { Completion, Frames, Protocol, ReceivedRequest, WrongRequest } from './protocol.ts'
import { typedEvent } from './server-sent-events.ts'
import { strictSchemaProblem } from './strict-schema.ts'

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
    content: contentOf(completion),
    stop_reason: stopReason(completion),
    usage: usage(completion, completion.outputTokens),
  }),
  frames,
  refuse: refuseAsAnthropic,
  errorFrame: (facts) =>
    typedEvent('error', refuseAsAnthropic({ ...facts, kind: 'overloaded' }).body),
}

function read({ headers, body }: ReceivedRequest): AskedCall | WrongRequest {
  const key = header(headers, 'x-api-key')
  if (key === '') return wrongKey('x-api-key header is required')
  if (header(headers, 'anthropic-version') !== '2023-06-01') {
    return wrong('anthropic-version: header is required')
  }
  const result = parseRequest(requestSchema, body)
  if ('wrong' in result) return result
  const { model, messages, system = '', stream = false } = result.parsed
  const [tool] = result.parsed.tools ?? []
  const format = result.parsed.output_config?.format?.schema
  const schema = format ?? tool?.input_schema
  const problem = format && strictSchemaProblem(format, { everyPropertyRequired: false })
  if (problem !== undefined) return wrong(`output_config.format.schema: ${problem}`)
  const prompt = messages.map((entry) => textOf(entry.content)).join('\n\n')
  if (prompt.trim() === '') return wrong('messages: text content blocks must be non-empty')
  return {
    protocol: 'anthropic',
    model,
    key,
    instructions: textOf(system),
    prompt,
    question: textOf(messages.at(-1)?.content ?? ''),
    maxOutputTokens: result.parsed.max_tokens,
    stream,
    usageInStream: true,
    ...(schema === undefined ? {} : { schema }),
    ...(tool === undefined ? {} : { tool: tool.name }),
  }
}

function frames(completion: Completion): Frames {
  return {
    opening: [
      typedEvent('message_start', {
        message: {
          ...message(completion),
          content: [],
          stop_reason: null,
          usage: usage(completion, 1),
        },
      }),
    ],
    body: contentFrames(completion),
    closing: [
      typedEvent('content_block_stop', { index: 0 }),
      typedEvent('message_delta', {
        delta: { stop_reason: stopReason(completion), stop_sequence: null },
        usage: { output_tokens: completion.outputTokens },
      }),
      typedEvent('message_stop', {}),
    ],
  }
}

function message({ id, model }: Completion): object {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null }
}

function usage(completion: Completion, outputTokens: number): object {
  return {
    input_tokens: completion.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  }
}
