import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { gemini } from '../protocols/gemini/gemini.ts'
import { readContents, readKey } from '../protocols/gemini/gemini-request.ts'
import { header } from '../protocols/parse-request.ts'
import type { ReceivedRequest } from '../protocols/protocol.ts'
import type { Lookups } from './lookup.ts'

const COUNT = /^\/v1(?:beta)?\/models\/([^/:]+):countTokens$/

export const geminiLookups: Lookups = {
  provider: 'google',
  name: 'gemini',
  protocol: gemini,
  modelsPath: /^\/v1(?:beta)?\/models(?:\/([^/:]+))?$/,
  countPath: COUNT,
  isMeant: ({ path, headers, query }) =>
    path.startsWith('/v1beta/') || header(headers, 'x-goog-api-key') !== '' || query.has('key'),
  readKey: ({ headers, query }) => readKey(headers, query),
  model,
  list: (ids) => ({ models: ids.map(model) }),
  readCounted,
  counted: (tokens) => ({
    totalTokens: tokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }],
  }),
}

/** What is counted may be a whole request of `generateContent`. */
const wrapped = z.looseObject({ generateContentRequest: z.looseObject({}) })

function readCounted(request: ReceivedRequest): AskedCall {
  const asked = wrapped.safeParse(request.body)
  const body = asked.success ? asked.data.generateContentRequest : request.body
  const model = COUNT.exec(request.path)?.[1] ?? ''
  return readContents({ ...request, body }, { model, stream: false })
}

function model(id: string): object {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    description: 'A model of the mock provider.',
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }
}
