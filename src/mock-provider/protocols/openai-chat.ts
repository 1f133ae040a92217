/** OpenAI's chat completions, which many other servers speak too. */
import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { pieces } from './completion.ts'
import { refuseAsOpenAi } from './openai-errors.ts'
import { openAiHeaders } from './openai-headers.ts'
import {
  jsonSchemaFormat,
  messages,
  readBearer,
  schemaProblem,
  splitMessages,
} from './openai-request.ts'
import { parseRequest, positive, wrong } from './parse-request.ts'
import type { Completion, Frames, Protocol, ReceivedRequest, WrongRequest } from './protocol.ts'
import { dataEvent } from './server-sent-events.ts'

const requestSchema = z.looseObject({
  model: z.string().min(1),
  messages,
  max_tokens: positive.nullish(),
  max_completion_tokens: positive.nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({ type: z.literal('json_schema'), json_schema: jsonSchemaFormat }),
    ])
    .optional(),
})

export const openAiChat: Protocol = {
  matches: (path) => path === '/v1/chat/completions',
  read,
  headers: openAiHeaders,
  body: (completion) => ({
    ...about(completion, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: completion.text, refusal: null },
        logprobs: null,
        finish_reason: completion.finish,
      },
    ],
    usage: usage(completion),
  }),
  frames,
  refuse: refuseAsOpenAi,
  errorFrame: (facts) => dataEvent(refuseAsOpenAi({ ...facts, kind: 'overloaded' }).body),
}

function read({ headers, body }: ReceivedRequest): AskedCall | WrongRequest {
  const bearer = readBearer(headers)
  if ('wrong' in bearer) return bearer
  const result = parseRequest(requestSchema, body)
  if ('wrong' in result) return result
  const { parsed } = result
  const { response_format: format } = parsed
  const asked = format?.type === 'json_schema' ? format.json_schema : undefined
  const problem = schemaProblem(asked)
  if (problem !== undefined) return wrong(problem)
  const most = parsed.max_completion_tokens ?? parsed.max_tokens ?? undefined
  const schema = format?.type === 'json_object' ? { type: 'object' } : asked?.schema
  return {
    protocol: 'openai-chat',
    model: parsed.model,
    key: bearer.key,
    ...splitMessages(parsed.messages),
    stream: parsed.stream === true,
    usageInStream: parsed.stream_options?.include_usage === true,
    ...(schema === undefined ? {} : { schema }),
    ...(most === undefined ? {} : { maxOutputTokens: most }),
  }
}

function frames(completion: Completion, call: AskedCall): Frames {
  const chunk = (delta: object, finish: string | null) =>
    dataEvent({
      ...about(completion, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(call.usageInStream ? { usage: null } : {}),
    })
  const last = { ...about(completion, 'chat.completion.chunk'), choices: [] }
  return {
    opening: [chunk({ role: 'assistant', content: '' }, null)],
    body: pieces(completion.text).map((text) => chunk({ content: text }, null)),
    closing: [
      chunk({}, completion.finish),
      ...(call.usageInStream ? [dataEvent({ ...last, usage: usage(completion) })] : []),
      'data: [DONE]\n\n',
    ],
  }
}

function about(completion: Completion, object: string): object {
  const created = Math.floor(completion.at / 1000)
  return { id: `chatcmpl-${completion.id}`, object, created, model: completion.model }
}

function usage({ inputTokens, outputTokens }: Completion): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}
