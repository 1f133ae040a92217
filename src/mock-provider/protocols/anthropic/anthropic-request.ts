/** Requests of the Messages API, also those that only count tokens. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { endsWithResult, readConversation, type Turn, toolProblem } from '../conversation.ts'
import {
  bearer,
  content,
  header,
  lines,
  parseRequest,
  positive,
  schemaObject,
  textOf,
} from '../parse-request.ts'
import { type ReceivedRequest, WrongRequest } from '../protocol.ts'
import { openObjectProblem } from '../strict-schema.ts'
import { forcedTool, type Tool, type ToolChoice, unknownChoice } from '../tools.ts'

/** The version from which on instructions may stand among the messages. */
const SYSTEM_MESSAGES_SINCE = '2026-10-21'

interface Part {
  readonly text: string
  readonly call?: string
  readonly result?: string
}

const block = z.union([
  z
    .looseObject({ type: z.literal('tool_use'), id: z.string(), input: schemaObject })
    .transform(({ id, input }): Part => ({ text: JSON.stringify(input), call: id })),
  z
    .looseObject({
      type: z.literal('tool_result'),
      tool_use_id: z.string(),
      content: content.optional(),
    })
    .transform((said): Part => ({ text: textOf(said.content ?? ''), result: said.tool_use_id })),
  z
    .looseObject({ type: z.string(), text: z.string().optional() })
    .transform(({ text = '' }): Part => ({ text })),
])

const message = z
  .looseObject({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.union([z.string().transform((text): Part[] => [{ text }]), z.array(block)]),
  })
  .transform(
    ({ role, content }): Turn => ({
      role,
      text: lines(...content.map(({ text }) => text)),
      calls: content.flatMap(({ call }) => call ?? []),
      results: content.flatMap(({ result }) => result ?? []),
    }),
  )

/** A tool that Anthropic runs itself, such as web search, has a type and no schema. */
const tool = z.looseObject({ name: z.string().min(1), input_schema: schemaObject.optional() })

const toolChoice = z
  .discriminatedUnion('type', [
    z.looseObject({ type: z.literal('auto') }).transform((): ToolChoice => ({ mode: 'auto' })),
    z.looseObject({ type: z.literal('none') }).transform((): ToolChoice => ({ mode: 'none' })),
    z.looseObject({ type: z.literal('any') }).transform((): ToolChoice => ({ mode: 'required' })),
    z
      .looseObject({ type: z.literal('tool'), name: z.string() })
      .transform(({ name }): ToolChoice => ({ mode: 'required', names: [name] })),
  ])
  .default({ mode: 'auto' })

const requestSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: positive.optional(),
  messages: z.array(message).min(1, { error: 'at least one message is required' }),
  system: content.optional(),
  stream: z.boolean().optional(),
  tools: z.array(tool).default([]),
  tool_choice: toolChoice,
  thread: z.looseObject({ type: z.string() }).nullish(),
  output_config: z
    .looseObject({
      format: z.looseObject({ type: z.literal('json_schema'), schema: schemaObject }).nullish(),
    })
    .optional(),
})

export function readMessages(request: ReceivedRequest): AskedCall {
  const call = readCountedMessages(request)
  if (call.maxOutputTokens !== undefined) return call
  throw new WrongRequest('max_tokens: Field required')
}

/** The same for a count of tokens, which has no maximum. */
export function readCountedMessages({ headers, body }: ReceivedRequest): AskedCall {
  const key = readKey(headers)
  const version = readVersion(headers)
  const { model, messages, system = '', ...rest } = parseRequest(requestSchema, body)
  if (rest.thread?.type === 'continue') throw lostThread()
  checkMessages(messages, version)
  const format = rest.output_config?.format?.schema
  const problem = format && openObjectProblem(format)
  if (problem !== undefined) throw new WrongRequest(`output_config.format.schema: ${problem}`)
  const tools = rest.tools.flatMap(({ name, input_schema: schema }): Tool[] =>
    schema === undefined ? [] : [{ name, schema }],
  )
  const unknown = unknownChoice(tools, rest.tool_choice)
  if (unknown !== undefined)
    throw new WrongRequest(`tool_choice: Tool '${unknown}' not found in provided tools`)
  const tool = endsWithResult(messages) ? undefined : forcedTool(tools, rest.tool_choice)
  const said = readConversation(messages)
  return {
    protocol: 'anthropic',
    model,
    key,
    ...said,
    instructions: [textOf(system), said.instructions].filter(Boolean).join('\n\n'),
    maxOutputTokens: rest.max_tokens,
    stream: rest.stream === true,
    usageInStream: true,
    schema: tool?.schema ?? format,
    tool: tool?.name,
    tools: tools.map(({ name }) => name),
    structured: format ? 'schema' : tool && 'tool',
  }
}

/** `x-api-key`, or since version 2026-10-21 of the API also a bearer token. */
export function readKey(headers: ReceivedRequest['headers']): string {
  const key = header(headers, 'x-api-key') || bearer(headers)
  if (key) return key
  throw new WrongRequest('x-api-key header is required', { kind: 'invalid-key' })
}

/** Any date, so that the next version of the SDK works too. */
function readVersion(headers: ReceivedRequest['headers']): string {
  const version = header(headers, 'anthropic-version')
  if (/^\d{4}-\d\d-\d\d$/.test(version)) return version
  throw new WrongRequest(
    version === ''
      ? 'anthropic-version: header is required'
      : `anthropic-version: "${version}" is not a valid version`,
  )
}

/** No thread is kept. Anthropic's SDK then sends the whole conversation. */
function lostThread(): WrongRequest {
  const lost = { kind: 'not-found', code: 'thread_not_found' } as const
  return new WrongRequest('thread: the mock provider keeps no threads', lost)
}

function checkMessages(messages: readonly Turn[], version: string): void {
  const at = messages.findIndex(({ role }) => role === 'system')
  if (at >= 0 && version < SYSTEM_MESSAGES_SINCE)
    throw new WrongRequest(`messages.${at}.role: Input should be 'user' or 'assistant'`)
  if (messages.every(({ text }) => text.trim() === ''))
    throw new WrongRequest('messages: text content blocks must be non-empty')
  const problem = toolProblem(messages)
  if (problem === undefined) return
  throw new WrongRequest(
    problem.kind === 'no-call'
      ? `messages: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${problem.id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
      : `messages: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${problem.id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  )
}
