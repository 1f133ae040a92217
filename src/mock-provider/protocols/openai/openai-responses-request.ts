/** Requests of the Responses API, also those that only count tokens. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { endsWithResult, readConversation, type Turn, toolProblem } from '../conversation.ts'
import { content, parseRequest, positive, textOf } from '../parse-request.ts'
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

const item = z.union([
  z
    .looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content })
    .transform(({ role, content }): Turn => {
      const text = textOf(content)
      return role === 'user' || role === 'assistant' ? { role, text } : { role: 'system', text }
    }),
  z
    .looseObject({ type: z.literal('function_call'), call_id: z.string(), arguments: z.string() })
    .transform((call): Turn => toolTurn(call.call_id, call.arguments)),
  z
    .looseObject({ type: z.literal('custom_tool_call'), call_id: z.string(), input: z.string() })
    .transform((call): Turn => toolTurn(call.call_id, call.input)),
  z
    .looseObject({
      type: z.enum(['function_call_output', 'custom_tool_call_output']),
      call_id: z.string(),
      output: content,
    })
    .transform(
      (result): Turn => ({ role: 'user', text: textOf(result.output), results: [result.call_id] }),
    ),
  // Such as the reasoning of an earlier response, which is sent back as it came.
  z.looseObject({ type: z.string() }).transform((): Turn => ({ role: 'assistant', text: '' })),
])

function toolTurn(id: string, input: string): Turn {
  return { role: 'assistant', text: input, calls: [id] }
}

const requestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([
    z
      .string()
      .min(1)
      .transform((text): Turn[] => [{ role: 'user', text }]),
    z.array(item).min(1),
  ]),
  instructions: z.string().nullish(),
  max_output_tokens: positive.nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: toolChoice,
  text: z.looseObject({ format: answerFormat(jsonSchemaFormat.shape) }).optional(),
  previous_response_id: z.string().nullish(),
})

export function readResponses(request: ReceivedRequest): AskedCall {
  const key = bearerKey(request)
  const { input: turns, text, ...body } = parseRequest(requestSchema, request.body)
  checkState(body.previous_response_id)
  checkTools(turns)
  const tools = (body.tools ?? []).flatMap((tool, index) =>
    tool.type === 'function'
      ? [readTool(parseRequest(functionTool, tool), `tools[${index}].parameters`)]
      : [],
  )
  const forced = chosenTool(tools, body.tool_choice)
  const tool = endsWithResult(turns) ? undefined : forced
  const format = text?.format
  const asked = format?.type === 'json_schema' ? format : undefined
  const place = { param: 'text.format.schema', code: 'invalid_json_schema' }
  const schema = answerSchema(format?.type, asked, place)
  const said = readConversation(turns)
  return {
    protocol: 'openai-responses',
    model: body.model,
    key,
    ...said,
    instructions: [body.instructions, said.instructions].filter(Boolean).join('\n\n'),
    stream: body.stream === true,
    usageInStream: true,
    schema: tool?.schema ?? schema,
    tool: tool?.name,
    tools: tools.map(({ name }) => name),
    structured: wayOf(format?.type) ?? (tool && 'tool'),
    maxOutputTokens: body.max_output_tokens ?? undefined,
  }
}

function checkState(previous: string | null | undefined): void {
  if (previous === null || previous === undefined) return
  throw new WrongRequest(
    `Previous response with id '${previous}' not found: the mock provider keeps none. Send the whole conversation as input.`,
    { param: 'previous_response_id', code: 'previous_response_not_found' },
  )
}

function checkTools(turns: readonly Turn[]): void {
  const problem = toolProblem(turns)
  if (problem === undefined) return
  throw new WrongRequest(
    problem.kind === 'no-call'
      ? `No tool call found for function call output with call_id ${problem.id}.`
      : `No tool output found for function call ${problem.id}.`,
    { param: 'input' },
  )
}
