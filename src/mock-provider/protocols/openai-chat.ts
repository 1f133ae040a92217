/** OpenAI's chat completions, which many other servers speak too. */
import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { refuseAsOpenAi } from './openai-errors.ts'
import { openAiHeaders } from './openai-headers.ts'
import {
  answerFormat,
  answerSchema,
  bearerKey,
  jsonSchemaFormat,
  messages,
  splitMessages,
} from './openai-request.ts'
import { parseRequest, positive } from './parse-request.ts'
import type { Completion, Frames, Protocol, ReceivedRequest } from './protocol.ts'
import { dataEvent, pieces } from './server-sent-events.ts'

const requestSchema = z.looseObject({
  model: z.string().min(1),
  messages,
  max_tokens: positive.nullish(),
  max_completion_tokens: positive.nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: answerFormat({ json_schema: jsonSchemaFormat }),
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

function read(request: ReceivedRequest): AskedCall {
  const key = bearerKey(request)
  const body = parseRequest(requestSchema, request.body)
  const { response_format: format } = body
  return {
    protocol: 'openai-chat',
    model: body.model,
    key,
    ...splitMessages(body.messages),
    stream: body.stream === true,
    usageInStream: body.stream_options?.include_usage === true,
    schema: answerSchema(
      format?.type,
      format?.type === 'json_schema' ? format.json_schema : undefined,
    ),
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
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
