/**
 * The mock provider: a real HTTP server that speaks the protocols of Gemini, Anthropic and
 * OpenAI, so that the product's own client code runs against it unchanged.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerFunction } from './answer.ts'
import { answerRequest } from './answer-request.ts'
import { type MockKeys, mockKeys } from './mock-keys.ts'
import { writeJson } from './protocols/write-answer.ts'
import { ProviderState } from './provider-state.ts'
import { parseScenario, type ScenarioInput } from './scenario/scenario.ts'
import type { Statistics } from './statistics.ts'

/** As providers do it: a connection that is closed while the next request is on its way would be an error. */
const KEPT_MS = 120_000

export interface MockProvider {
  /** Such as `http://127.0.0.1:4010`; the protocols begin at `/v1beta` and `/v1`. */
  readonly url: string
  /** The keys that a run with this provider has. */
  readonly keys: MockKeys
  /** Breaks off whatever is still being answered; nothing is counted afterwards. */
  close(): Promise<void>
  statistics(): Statistics
  /** As if no request had ever come: statistics, limits, attempts and the time of rules. */
  reset(): void
}

export async function startMockProvider(options: {
  /** Any free one if not given. */
  readonly port?: number
  readonly seed?: number
  /** How long an answer takes that says nothing about it. */
  readonly latencyMs?: number
  /** Limits, and errors instead of the usual answers. */
  readonly scenario?: ScenarioInput
  /** The usual answers. */
  readonly answer: AnswerFunction
  /** The clock of limits, rules and statistics; latency takes real time. */
  readonly now?: () => number
}): Promise<MockProvider> {
  const { seed = 0, latencyMs = 0, answer, now = Date.now } = options
  const scenario = parseScenario(options.scenario ?? {}, 'given')
  const { rules, limits, models } = scenario
  const keys = mockKeys(scenario)
  let state: ProviderState
  // Requests that are open at a reset belong to the state before: they are counted nowhere.
  const reset = () => {
    state = new ProviderState({ seed, now, limits })
    return statistics()
  }
  const statistics = () => state.book.read()
  const about: Readonly<Record<string, () => object>> = {
    'POST /agentos/reset': reset,
    'GET /agentos/statistics': statistics,
    'GET /agentos/keys': () => keys,
  }
  reset()
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (!request.url?.startsWith('/agentos/'))
      return void answerRequest(request, response, { state, latencyMs, rules, models, answer })
    const body = about[`${request.method} ${request.url}`]?.() ?? { error: 'Not found' }
    writeJson(response, { status: 'error' in body ? 404 : 200, headers: {}, body })
  })
  server.keepAliveTimeout = KEPT_MS
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    statistics,
    reset,
    async close() {
      const ended = [...open].map((response) => once(response, 'close'))
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, ...ended])
    },
  }
}
