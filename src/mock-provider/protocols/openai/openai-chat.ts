/** OpenAI's chat completions, which many other servers speak too. */
import type { AskedCall } from '../../answer.ts'
import { toolInput } from '../completion.ts'
import type { Completion, Frames, Protocol } from '../protocol.ts'
import { dataEvent, pieces } from '../server-sent-events.ts'
import { readChat } from './openai-chat-request.ts'
import { refuseAsOpenAi } from './openai-errors.ts'
import { openAiHeaders } from './openai-headers.ts'

export const openAiChat: Protocol = {
  matches: (path) => path === '/v1/chat/completions',
  read: readChat,
  headers: openAiHeaders,
  body: (completion) => ({
    ...about(completion, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', refusal: null, ...said(completion) },
        logprobs: null,
        finish_reason: finishOf(completion),
      },
    ],
    usage: usage(completion),
  }),
  frames,
  refuse: refuseAsOpenAi,
  errorFrame: (facts) => dataEvent(refuseAsOpenAi({ ...facts, kind: 'overloaded' }).body),
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
    body: deltas(completion).map((delta) => chunk(delta, null)),
    closing: [
      chunk({}, finishOf(completion)),
      ...(call.usageInStream ? [dataEvent({ ...last, usage: usage(completion) })] : []),
      'data: [DONE]\n\n',
    ],
  }
}

/** The answer as a message has it: its text, or the call of the tool. */
function said(completion: Completion): object {
  const { id, tool, text } = completion
  if (toolInput(completion) === undefined) return { content: text }
  const call = { name: tool, arguments: text }
  return { content: null, tool_calls: [{ id: `call_${id}`, type: 'function', function: call }] }
}

function deltas(completion: Completion): object[] {
  const { id, tool, text } = completion
  if (toolInput(completion) === undefined) return pieces(text).map((content) => ({ content }))
  const named = { id: `call_${id}`, type: 'function', function: { name: tool, arguments: '' } }
  return [
    { tool_calls: [{ index: 0, ...named }] },
    ...pieces(text).map((piece) => ({
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    })),
  ]
}

function finishOf(completion: Completion): string {
  return toolInput(completion) === undefined ? completion.finish : 'tool_calls'
}

function about(completion: Completion, object: string): object {
  const created = Math.floor(completion.at / 1000)
  return { id: `chatcmpl-${completion.id}`, object, created, model: completion.model }
}

function usage({ inputTokens, outputTokens, hidesUsage }: Completion): object | undefined {
  if (hidesUsage) return undefined
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}
