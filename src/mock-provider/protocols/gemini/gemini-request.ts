/** Requests of `generateContent` and `streamGenerateContent`, and of those that only count tokens. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { endsWithResult, readConversation, type Turn, toolProblem } from '../conversation.ts'
import { header, lines, parseRequest, positive, schemaObject, textOf } from '../parse-request.ts'
import { type ReceivedRequest, WrongRequest } from '../protocol.ts'
import { forcedTool, NO_INPUT, type Tool, type ToolChoice, unknownChoice } from '../tools.ts'

const textParts = z.array(z.looseObject({ text: z.string().optional() })).min(1)

const part = z.looseObject({
  text: z.string().optional(),
  functionCall: z.looseObject({ name: z.string(), args: z.unknown() }).optional(),
  functionResponse: z.looseObject({ name: z.string(), response: z.unknown() }).optional(),
})

/** Calls and results are paired by name: their ids are optional. */
const message = z
  .looseObject({
    role: z.enum(['user', 'model', 'function']).optional(),
    parts: z.array(part).min(1),
  })
  .transform(({ role, parts }): Turn => {
    const tools = parts.flatMap(({ functionCall, functionResponse }) =>
      [functionCall?.args, functionResponse?.response].flatMap(
        (value) => JSON.stringify(value) ?? [],
      ),
    )
    return {
      role: role === 'model' ? 'assistant' : 'user',
      text: lines(textOf(parts), ...tools),
      calls: parts.flatMap(({ functionCall }) => functionCall?.name ?? []),
      results: parts.flatMap(({ functionResponse }) => functionResponse?.name ?? []),
    }
  })

const declaration = z
  .looseObject({
    name: z.string().min(1),
    parameters: schemaObject.optional(),
    parametersJsonSchema: schemaObject.optional(),
  })
  .transform(({ name, parameters, parametersJsonSchema }): Tool => {
    return { name, schema: parametersJsonSchema ?? parameters ?? NO_INPUT }
  })

const toolConfig = z
  .looseObject({
    functionCallingConfig: z
      .looseObject({
        mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
        allowedFunctionNames: z.array(z.string()).optional(),
      })
      .optional(),
  })
  .optional()
  .transform((config): ToolChoice => {
    const { mode, allowedFunctionNames: names } = config?.functionCallingConfig ?? {}
    if (mode === 'ANY') return { mode: 'required', names }
    return { mode: mode === 'NONE' ? 'none' : 'auto', names }
  })

const requestSchema = z.looseObject({
  contents: z.array(message).min(1, { error: 'contents is not specified' }),
  systemInstruction: z.looseObject({ parts: textParts }).optional(),
  // Other tools, such as search, are Google's own: the mock provider only answers.
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(declaration).default([]) }))
    .default([]),
  toolConfig,
  generationConfig: z
    .looseObject({
      maxOutputTokens: positive.optional(),
      responseMimeType: z.string().optional(),
      responseJsonSchema: schemaObject.optional(),
      responseSchema: schemaObject.optional(),
    })
    .default({}),
})

/** Of one model; `stream` is decided by the path. */
export function readContents(
  { headers, query, body }: ReceivedRequest,
  { model, stream }: { readonly model: string; readonly stream: boolean },
): AskedCall {
  const key = readKey(headers, query)
  const request = parseRequest(requestSchema, body)
  const { contents, systemInstruction, generationConfig } = request
  const schema = generationConfig.responseJsonSchema ?? generationConfig.responseSchema
  const isJson = generationConfig.responseMimeType === 'application/json'
  if (schema !== undefined && !isJson)
    throw new WrongRequest('A response schema needs response_mime_type application/json.')
  const tools = request.tools.flatMap(({ functionDeclarations }) => functionDeclarations)
  const tool = endsWithResult(contents) ? undefined : chosenTool(tools, request.toolConfig)
  checkContents(contents)
  return {
    protocol: 'gemini',
    model,
    key,
    ...readConversation(contents),
    instructions: textOf(systemInstruction?.parts ?? []),
    stream,
    usageInStream: true,
    schema: tool?.schema ?? schema,
    tool: tool?.name,
    tools: tools.map(({ name }) => name),
    structured: schema ? 'schema' : isJson ? 'json' : tool && 'tool',
    maxOutputTokens: generationConfig.maxOutputTokens,
  }
}

export function readKey(headers: ReceivedRequest['headers'], query: URLSearchParams): string {
  const key = header(headers, 'x-goog-api-key') || query.get('key')
  if (key) return key
  const message = 'API key not valid. Please pass a valid API key.'
  throw new WrongRequest(message, { kind: 'invalid-key' })
}

function chosenTool(tools: readonly Tool[], choice: ToolChoice): Tool | undefined {
  const unknown = unknownChoice(tools, choice)
  if (unknown === undefined) return forcedTool(tools, choice)
  throw new WrongRequest(
    `tool_config.function_calling_config.allowed_function_names: ${unknown} is not a declared function.`,
  )
}

function checkContents(contents: readonly Turn[]): void {
  if (contents.every(({ text }) => text.trim() === ''))
    throw new WrongRequest('contents.parts must not be empty.')
  if (toolProblem(contents) === undefined) return
  throw new WrongRequest(
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  )
}
