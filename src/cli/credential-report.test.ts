import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import type { RememberedRest } from '../model/lease.ts'
import { configuredCredentials } from './configured-credentials.ts'
import { reportCredentials } from './credential-report.ts'

const CONFIG = configSchema.parse({
  models: { drafter: 'google:a', reviewer: 'google:b' },
  credentials: [{ id: 'g', provider: 'google', from: 'env:G', scope: 'project' }],
})
const day = (model: string, until: number): RememberedRest => ({
  provider: 'google',
  scope: 'project',
  model,
  why: 'day-quota',
  until,
})

test.each<[string, RememberedRest[], object]>([
  ['nothing is remembered', [], { state: 'available', until: null }],
  ['one of two models is used up', [day('a', 9)], { state: 'available', until: null }],
  [
    'both are: the first to come back counts',
    [day('a', 9), day('b', 7)],
    { state: 'exhausted', until: 7 },
  ],
  [
    'a bill concerns all models, and the longer rest counts',
    [{ ...day('a', 8), model: null, why: 'billing' }, day('a', 9), day('b', 7)],
    { state: 'exhausted', until: 8 },
  ],
  [
    'a rest of another scope',
    [{ ...day('a', 9), scope: 'other', model: null }],
    { state: 'available' },
  ],
])('%s', (_, remembered, expected) => {
  const credentials = configuredCredentials(CONFIG, { G: 'a-long-key' })
  expect(reportCredentials(CONFIG, credentials, remembered)).toMatchObject([
    { id: 'g', ...expected },
  ])
})

test('several keys in a variable are several credentials of one scope', () => {
  const credentials = configuredCredentials(CONFIG, { G: 'a-long-key, another-key' })
  expect(reportCredentials(CONFIG, credentials, [])).toMatchObject([
    { id: 'g-1', scope: 'project' },
    { id: 'g-2', scope: 'project' },
  ])
})
