/** Requests of chat completions. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { endsWithResult, readConversation, type Turn, toolProblem } from '../conversation.ts'
import { content, lines, parseRequest, positive, textOf } from '../parse-request.ts'
import { type ReceivedRequest, WrongRequest } from '../protocol.ts'
import {
  answerFormat,
  answerSchema,
  bearerKey,
  chosenTool,
  functionTool,
  jsonSchemaFormat,
  readTool,
  toolChoice,
  wayOf,
} from './openai-request.ts'

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
})

const message = z.discriminatedUnion('role', [
  z
    .looseObject({ role: z.enum(['system', 'developer']), content })
    .transform((said): Turn => ({ role: 'system', text: textOf(said.content) })),
  z
    .looseObject({ role: z.literal('user'), content })
    .transform((said): Turn => ({ role: 'user', text: textOf(said.content) })),
  z
    .looseObject({
      role: z.literal('assistant'),
      content: content.nullish(),
      tool_calls: z.array(toolCall).nullish(),
    })
    .transform(({ content, tool_calls }): Turn => {
      const calls = tool_calls ?? []
      const inputs = calls.map((call) => call.function?.arguments ?? '')
      const text = lines(textOf(content ?? ''), ...inputs)
      return { role: 'assistant', text, calls: calls.map(({ id }) => id) }
    }),
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: z.string() }).transform(
    (said): Turn => ({
      role: 'user',
      text: textOf(said.content),
      results: [said.tool_call_id],
    }),
  ),
])

const requestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  max_tokens: positive.nullish(),
  max_completion_tokens: positive.nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: answerFormat({ json_schema: jsonSchemaFormat }),
  tools: z.array(z.looseObject({ function: functionTool.optional() })).nullish(),
  tool_choice: toolChoice,
})

export function readChat(request: ReceivedRequest): AskedCall {
  const key = bearerKey(request)
  const body = parseRequest(requestSchema, request.body)
  const turns = body.messages
  checkTools(turns)
  const tools = (body.tools ?? []).flatMap((tool, index) =>
    tool.function === undefined
      ? []
      : [readTool(tool.function, `tools[${index}].function.parameters`)],
  )
  const forced = chosenTool(tools, body.tool_choice)
  const tool = endsWithResult(turns) ? undefined : forced
  const format = body.response_format
  const asked = format?.type === 'json_schema' ? format.json_schema : undefined
  const schema = answerSchema(format?.type, asked, { param: 'response_format' })
  return {
    protocol: 'openai-chat',
    model: body.model,
    key,
    ...readConversation(turns),
    stream: body.stream === true,
    usageInStream: body.stream_options?.include_usage === true,
    schema: tool?.schema ?? schema,
    tool: tool?.name,
    tools: tools.map(({ name }) => name),
    structured: wayOf(format?.type) ?? (tool && 'tool'),
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  }
}

function checkTools(turns: readonly Turn[]): void {
  const problem = toolProblem(turns)
  if (problem === undefined) return
  throw new WrongRequest(
    problem.kind === 'no-call'
      ? "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
      : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${problem.id}`,
    { param: 'messages' },
  )
}
