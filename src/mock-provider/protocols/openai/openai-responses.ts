/** OpenAI's Responses API, with typed and numbered stream events. */
import { toolInput } from '../completion.ts'
import type { Completion, Frames, Protocol } from '../protocol.ts'
import { pieces, typedEvent } from '../server-sent-events.ts'
import { openAiError, refuseAsOpenAi } from './openai-errors.ts'
import { openAiHeaders } from './openai-headers.ts'
import { readResponses } from './openai-responses-request.ts'

export const openAiResponses: Protocol = {
  matches: (path) => path === '/v1/responses',
  read: readResponses,
  headers: openAiHeaders,
  body: finished,
  frames,
  refuse: refuseAsOpenAi,
  errorFrame: (facts, place) => {
    const { code, message } = openAiError({ ...facts, kind: 'rate' })
    const response = { object: 'response', model: facts.model, status: 'failed', output: [] }
    return typedEvent('response.failed', {
      sequence_number: place,
      response: { ...response, error: { code, message }, usage: null },
    })
  },
}

function frames(completion: Completion): Frames {
  let number = 0
  const next = (type: string, data: object) =>
    typedEvent(type, { sequence_number: number++, ...data })
  if (toolInput(completion) !== undefined) return toolFrames(completion, next)
  const part = { item_id: `msg_${completion.id}`, output_index: 0, content_index: 0 }
  const begun = { response: { ...about(completion), status: 'in_progress', output: [] } }
  const item = { ...message(completion), status: 'in_progress', content: [] }
  const { text } = completion
  return {
    opening: [next('response.created', begun), next('response.in_progress', begun)],
    body: [
      next('response.output_item.added', { output_index: 0, item }),
      next('response.content_part.added', { ...part, part: outputText('') }),
      ...pieces(text).map((delta) => next('response.output_text.delta', { ...part, delta })),
    ],
    closing: [
      next('response.output_text.done', { ...part, text }),
      next('response.content_part.done', { ...part, part: outputText(text) }),
      next('response.output_item.done', { output_index: 0, item: message(completion) }),
      next(completion.finish === 'length' ? 'response.incomplete' : 'response.completed', {
        response: finished(completion),
      }),
    ],
  }
}

type Next = (type: string, data: object) => string

function toolFrames(completion: Completion, next: Next): Frames {
  const place = { item_id: `fc_${completion.id}`, output_index: 0 }
  const begun = { response: { ...about(completion), status: 'in_progress', output: [] } }
  const item = { ...toolCall(completion), status: 'in_progress', arguments: '' }
  const { text } = completion
  return {
    opening: [next('response.created', begun), next('response.in_progress', begun)],
    body: [
      next('response.output_item.added', { output_index: 0, item }),
      ...pieces(text).map((delta) =>
        next('response.function_call_arguments.delta', { ...place, delta }),
      ),
    ],
    closing: [
      next('response.function_call_arguments.done', { ...place, arguments: text }),
      next('response.output_item.done', { output_index: 0, item: toolCall(completion) }),
      next('response.completed', { response: finished(completion) }),
    ],
  }
}

function toolCall({ id, tool, text }: Completion): object {
  const ids = { id: `fc_${id}`, call_id: `call_${id}` }
  return { ...ids, type: 'function_call', status: 'completed', name: tool, arguments: text }
}

function finished(completion: Completion): object {
  const { inputTokens, outputTokens, finish, hidesUsage } = completion
  return {
    ...about(completion),
    status: finish === 'length' ? 'incomplete' : 'completed',
    incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
    error: null,
    output: [toolInput(completion) === undefined ? message(completion) : toolCall(completion)],
    usage: hidesUsage
      ? undefined
      : {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: inputTokens + outputTokens,
        },
  }
}

function about({ id, model, at }: Completion): object {
  return { id: `resp_${id}`, object: 'response', created_at: Math.floor(at / 1000), model }
}

function message({ id, text, finish }: Completion): object {
  const status = finish === 'length' ? 'incomplete' : 'completed'
  const content = [outputText(text)]
  return { id: `msg_${id}`, type: 'message', status, role: 'assistant', content }
}

function outputText(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}
