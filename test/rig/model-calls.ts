/** Calls of the product's own client, to a mock provider or to a server of the test, with leases that are kept. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Answer, AnswerFunction } from '../../src/mock-provider/answer.ts'
import type { ScenarioInput } from '../../src/mock-provider/scenario/scenario.ts'
import type { LeaseRequest, Settlement } from '../../src/model/calls/lease.ts'
import type { Protocol } from '../../src/model/calls/provider.ts'
import { redactorOf } from '../../src/model/secrets/fingerprints.ts'
import { Secret } from '../../src/model/secrets/secret.ts'
import type { ModelCall } from '../../src/providers/call-model.ts'
import { testProvider } from './mock-models.ts'

export const MODELS: Record<Protocol, string> = {
  google: 'gemini-2.5-flash',
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5-mini',
  'openai-chat': 'gpt-4o-mini',
  'openai-compatible': 'house',
}

/** Answers in turn, the last one for ever. */
export const inTurn =
  (...answers: Answer[]): AnswerFunction =>
  (_, { attempt }) =>
    answers[Math.min(attempt, answers.length) - 1] as Answer

interface Changes {
  readonly protocol?: Protocol
  readonly retries?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** How many keys there are; each request gets the next one, the last for ever. */
  readonly keys?: number
  readonly scenario?: ScenarioInput
}

export async function mockCall(answer: AnswerFunction, changes: Changes = {}) {
  const { protocol = 'anthropic', scenario } = changes
  const { url } = await testProvider(answer, scenario && { scenario })
  return callTo(`${url}/${protocol === 'google' ? 'v1beta' : 'v1'}`, { ...changes, protocol })
}

export async function servedCall(serve: RequestListener, changes: Changes = {}) {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return callTo(`http://127.0.0.1:${port}`, { protocol: 'openai-compatible', ...changes })
}

export function callTo(baseUrl: string, changes: Changes & { readonly protocol: Protocol }) {
  const { protocol, retries = 5, timeoutMs = 10_000, keys = 3 } = changes
  const secretOf = (id: string) => new Secret(id, `value-of-${id}`)
  const redactor = redactorOf(['key-1', 'key-2', 'key-3'].map(secretOf))
  const requests: LeaseRequest[] = []
  const settled: Settlement[] = []
  const told: string[] = []
  const refusedForms: string[] = []
  const call: ModelCall = {
    name: { provider: 'house', model: MODELS[protocol] },
    provider: { protocol, baseUrl, keysOf: 'keys' },
    instructions: '',
    turns: [],
    question: 'Say something.',
    isConversation: false,
    schema: undefined,
    maxOutputTokens: 1_000,
    timeoutMs,
    idleMs: timeoutMs,
    retries,
    prices: {},
    redact: (text) => redactor.redact(text),
    signal: changes.signal ?? new AbortController().signal,
    leases: {
      async acquire(request) {
        requests.push(request)
        const credential = `key-${Math.min(requests.length, keys)}`
        return { lease: requests.length, credential, key: secretOf(credential) }
      },
      settle: (_, settlement) => void settled.push(settlement),
    },
    ways: new Map(),
    onFormRefused: ({ way, next }) => void refusedForms.push(`${way} → ${next}`),
    onRetry: ({ attempt, retries, pauseMs }) => {
      const held = pauseMs === null ? '' : ' after a pause'
      told.push(`retry ${attempt} of ${retries}${held}`)
    },
  }
  return { call, requests, settled, told, refusedForms }
}
