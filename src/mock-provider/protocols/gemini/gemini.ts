/** Gemini's `generateContent` and `streamGenerateContent`. Its responses carry no limit headers. */
import { z } from 'zod'
import type { AskedCall } from '../../answer.ts'
import { countTokens } from '../../limits/tokens.ts'
import { toolInput } from '../completion.ts'
import { header, parseRequest, positive, schemaObject, textOf } from '../parse-request.ts'
import {
  type Completion,
  type Frames,
  type Protocol,
  type ReceivedRequest,
  WrongRequest,
} from '../protocol.ts'
import { dataEvent, pieces } from '../server-sent-events.ts'
import { refuseAsGemini } from './gemini-errors.ts'

const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

const parts = z.array(z.looseObject({ text: z.string().optional() })).min(1)

const requestSchema = z.looseObject({
  contents: z
    .array(z.looseObject({ role: z.enum(['user', 'model']).optional(), parts }))
    .min(1, { error: 'contents is not specified' }),
  systemInstruction: z.looseObject({ parts }).optional(),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(
            z.looseObject({
              name: z.string().min(1),
              parameters: schemaObject.optional(),
              parametersJsonSchema: schemaObject.optional(),
            }),
          )
          .length(1, { error: 'the mock provider knows a single tool, which takes the answer' }),
      }),
    )
    .max(1)
    .optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: positive.optional(),
      responseMimeType: z.string().optional(),
      responseJsonSchema: schemaObject.optional(),
      responseSchema: schemaObject.optional(),
    })
    .optional(),
})

export const gemini: Protocol = {
  matches: (path) => PATH.test(path),
  read,
  headers: () => ({}),
  body: (completion) => chunk(completion, { parts: [partOf(completion)], isLast: true }),
  frames,
  refuse: refuseAsGemini,
  errorFrame: (facts) => dataEvent(refuseAsGemini({ ...facts, kind: 'overloaded' }).body),
}

function read({ path, query, headers, body }: ReceivedRequest): AskedCall {
  const [, model = '', method] = PATH.exec(path) ?? []
  const key = header(headers, 'x-goog-api-key') || query.get('key')
  if (!key) throw new WrongRequest('API key not valid. Please pass a valid API key.', 'invalid-key')
  const stream = method === 'streamGenerateContent'
  if (stream && query.get('alt') !== 'sse')
    throw new WrongRequest('The mock provider streams server-sent events only: add ?alt=sse.')
  const request = parseRequest(requestSchema, body)
  const { contents, systemInstruction, generationConfig } = request
  const schema = generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema
  if (schema !== undefined && generationConfig?.responseMimeType !== 'application/json')
    throw new WrongRequest('A response schema needs response_mime_type application/json.')
  const isJson = generationConfig?.responseMimeType === 'application/json'
  const tool = request.tools?.[0]?.functionDeclarations[0]
  const prompt = contents.map((message) => textOf(message.parts)).join('\n\n')
  if (prompt.trim() === '') throw new WrongRequest('contents.parts must not be empty.')
  return {
    protocol: 'gemini',
    model,
    key,
    instructions: textOf(systemInstruction?.parts ?? []),
    prompt,
    question: textOf(contents.at(-1)?.parts ?? []),
    stream,
    usageInStream: true,
    schema: schema ?? tool?.parametersJsonSchema ?? tool?.parameters,
    tool: tool?.name,
    structured: schema ? 'schema' : isJson ? 'json' : tool && 'tool',
    maxOutputTokens: generationConfig?.maxOutputTokens,
  }
}

function frames(completion: Completion): Frames {
  let said = ''
  const isTool = toolInput(completion) !== undefined
  const body = (isTool ? [completion.text] : pieces(completion.text)).map((text) => {
    said += text
    const soFar = { ...completion, outputTokens: countTokens(said) }
    const part = isTool ? partOf(completion) : { text }
    return dataEvent(chunk(soFar, { parts: [part], isLast: false }))
  })
  const last = chunk(completion, { parts: [{ text: '' }], isLast: true })
  return { opening: [], body, closing: [dataEvent(last)] }
}

/** The whole answer: its text, or the call of the tool. */
function partOf(completion: Completion): object {
  const args = toolInput(completion)
  return args === undefined
    ? { text: completion.text }
    : { functionCall: { name: completion.tool, args } }
}

function chunk(
  completion: Completion,
  { parts, isLast }: { readonly parts: readonly object[]; readonly isLast: boolean },
): object {
  const finishReason = completion.finish === 'length' ? 'MAX_TOKENS' : 'STOP'
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(isLast ? { finishReason } : {}),
        index: 0,
      },
    ],
    usageMetadata: completion.hidesUsage ? undefined : usage(completion),
    modelVersion: completion.model,
    responseId: completion.id,
  }
}

function usage({ inputTokens, outputTokens }: Completion): object {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
  }
}
