import { bearerKey } from '../protocols/openai/openai-request.ts'
import { openAiResponses } from '../protocols/openai/openai-responses.ts'
import { readResponses } from '../protocols/openai/openai-responses-request.ts'
import type { Lookups } from './lookup.ts'

const CREATED = 1_767_225_600

export const openAiLookups: Lookups = {
  provider: 'openai',
  name: 'openai-responses',
  protocol: openAiResponses,
  modelsPath: /^\/v1\/models(?:\/([^/]+))?$/,
  countPath: /^\/v1\/responses\/input_tokens$/,
  isMeant: () => true,
  readKey: bearerKey,
  model,
  list: (ids) => ({ object: 'list', data: ids.map(model) }),
  readCounted: readResponses,
  counted: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}

function model(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'mock-provider' }
}
