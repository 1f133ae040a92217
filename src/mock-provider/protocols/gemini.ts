/** Gemini's `generateContent` and `streamGenerateContent`. Its responses carry no limit headers. */
import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { countTokens } from '../limits/tokens.ts'
import { refuseAsGemini } from './gemini-errors.ts'
import { header, parseRequest, positive, schemaObject, textOf } from './parse-request.ts'
import {
  type Completion,
  type Frames,
  type Protocol,
  type ReceivedRequest,
  WrongRequest,
} from './protocol.ts'
import { dataEvent, pieces } from './server-sent-events.ts'

const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

const parts = z.array(z.looseObject({ text: z.string().optional() })).min(1)

const requestSchema = z.looseObject({
  contents: z
    .array(z.looseObject({ role: z.enum(['user', 'model']).optional(), parts }))
    .min(1, { error: 'contents is not specified' }),
  systemInstruction: z.looseObject({ parts }).optional(),
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
  body: (completion) => chunk(completion, { text: completion.text, isLast: true }),
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
  const { contents, systemInstruction, generationConfig } = parseRequest(requestSchema, body)
  const schema = generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema
  if (schema !== undefined && generationConfig?.responseMimeType !== 'application/json')
    throw new WrongRequest('A response schema needs response_mime_type application/json.')
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
    schema,
    maxOutputTokens: generationConfig?.maxOutputTokens,
  }
}

function frames(completion: Completion): Frames {
  let said = ''
  const body = pieces(completion.text).map((text) => {
    said += text
    const soFar = { ...completion, outputTokens: countTokens(said) }
    return dataEvent(chunk(soFar, { text, isLast: false }))
  })
  return { opening: [], body, closing: [dataEvent(chunk(completion, { text: '', isLast: true }))] }
}

function chunk(
  completion: Completion,
  { text, isLast }: { readonly text: string; readonly isLast: boolean },
): object {
  const finishReason = completion.finish === 'length' ? 'MAX_TOKENS' : 'STOP'
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        ...(isLast ? { finishReason } : {}),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: completion.inputTokens,
      candidatesTokenCount: completion.outputTokens,
      totalTokenCount: completion.inputTokens + completion.outputTokens,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: completion.inputTokens }],
    },
    modelVersion: completion.model,
    responseId: completion.id,
  }
}
