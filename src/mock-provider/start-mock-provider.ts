/**
 * The mock provider: a real HTTP server that speaks the protocols of Gemini, Anthropic and
 * OpenAI, so that the product's own client code runs against it unchanged.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerFunction } from './answer.ts'
import { answerRequest } from './answer-request.ts'
import { type MockKeys, mockKeys } from './mock-keys.ts'
import { writeJson } from './protocols/write-answer.ts'
import { ProviderState } from './provider-state.ts'
import { parseScenario, type ScenarioInput } from './scenario/scenario.ts'
import type { Statistics } from './statistics.ts'

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
  /** Limits, and trouble over the usual answers. */
  readonly scenario?: ScenarioInput
  /** The usual answers. */
  readonly answer: AnswerFunction
  /** The clock of limits, rules and statistics; latency takes real time. */
  readonly now?: () => number
}): Promise<MockProvider> {
  const { seed = 0, latencyMs = 0, answer, now = Date.now } = options
  const scenario = parseScenario(options.scenario ?? {}, 'given')
  const { rules, limits } = scenario
  const keys = mockKeys(scenario)
  const state = new ProviderState({ seed, now, limits })
  const provider = { state, latencyMs, rules, answer }
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (request.url?.startsWith('/agentos/')) serveAbout(request, response, { state, keys })
    else void answerRequest(request, response, provider)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    statistics: () => state.book.read(),
    reset: () => state.reset(),
    async close() {
      const ended = [...open].map((response) => once(response, 'close'))
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, ...ended])
    },
  }
}

function serveAbout(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { state, keys }: { readonly state: ProviderState; readonly keys: MockKeys },
): void {
  const serve = (status: number, body: object) => writeJson(response, { status, headers: {}, body })
  switch (`${method} ${url}`) {
    case 'POST /agentos/reset':
      state.reset()
      return serve(200, state.book.read())
    case 'GET /agentos/statistics':
      return serve(200, state.book.read())
    case 'GET /agentos/keys':
      return serve(200, keys)
    default:
      return serve(404, { error: 'Not found' })
  }
}
