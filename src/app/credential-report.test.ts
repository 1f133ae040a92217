import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import type { RememberedRest } from '../model/calls/lease.ts'
import { credentialsText, reportCredentials } from './credential-report.ts'
import { configuredCredentials } from './secrets/configured-credentials.ts'

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
])('%s', (_, rests, expected) => {
  const remembered = { rests, levels: [] }
  const credentials = configuredCredentials(CONFIG, { G: 'a-long-key' })
  expect(reportCredentials(CONFIG, credentials, remembered)).toMatchObject([
    { id: 'g', ...expected },
  ])
})

test('several keys in a variable are several credentials of one scope', () => {
  const credentials = configuredCredentials(CONFIG, { G: 'a-long-key, another-key' })
  expect(reportCredentials(CONFIG, credentials, { rests: [], levels: [] })).toMatchObject([
    { id: 'g-1', scope: 'project' },
    { id: 'g-2', scope: 'project' },
  ])
})

test('what a run had left is told for the scope', () => {
  const credentials = configuredCredentials(CONFIG, { G: 'a-long-key' })
  const lane = { provider: 'google', scope: 'project', model: 'gemini' }
  const level = { ...lane, dimension: 'input-tokens', per: 'minute', limit: 900 } as const
  const levels = [{ ...level, left: 412.7, isGuess: false, at: Date.UTC(2026, 10, 15, 12) }]
  const [report] = reportCredentials(CONFIG, credentials, { rests: [], levels })
  expect(report?.left).toMatchObject([{ model: 'gemini', left: 412.7, limit: 900 }])
  expect(credentialsText(report === undefined ? [] : [report], Date.UTC(2026, 10, 15, 12))).toMatch(
    /project, gemini: 412 of 900 input tokens a minute, at \d\d:\d\d:\d\d/,
  )
})
