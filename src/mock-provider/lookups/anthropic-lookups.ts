import { anthropic } from '../protocols/anthropic/anthropic.ts'
import { readCountedMessages, readKey } from '../protocols/anthropic/anthropic-request.ts'
import { header } from '../protocols/parse-request.ts'
import type { Lookups } from './lookup.ts'

export const anthropicLookups: Lookups = {
  provider: 'anthropic',
  name: 'anthropic',
  protocol: anthropic,
  modelsPath: /^\/v1\/models(?:\/([^/]+))?$/,
  countPath: /^\/v1\/messages\/count_tokens$/,
  isMeant: ({ headers }) =>
    ['anthropic-version', 'x-api-key'].some((name) => header(headers, name) !== ''),
  readKey: ({ headers }) => readKey(headers),
  model,
  list: (ids) => ({
    data: ids.map(model),
    has_more: false,
    first_id: ids.at(0) ?? null,
    last_id: ids.at(-1) ?? null,
  }),
  readCounted: readCountedMessages,
  counted: (tokens) => ({ input_tokens: tokens }),
}

function model(id: string): object {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    lifecycle: 'active',
    line: null,
    deprecated_at: null,
    retires_at: null,
    capabilities: null,
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
  }
}
