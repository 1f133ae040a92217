/** `agentos mock-provider`: the mock provider as a server of its own, until it is stopped. */
import { once } from 'node:events'
import { loadMockScenario } from '../../app/run/mock-address.ts'
import { workflowAnswers } from '../../mock-provider/answers/answers.ts'
import { type MockProvider, startMockProvider } from '../../mock-provider/start-mock-provider.ts'
import { UsageError } from '../../model/usage-error.ts'
import { wholeNumber } from '../whole-number.ts'
import { statisticsLines } from './mock-statistics.ts'

export interface MockProviderFlags {
  readonly port: string
  readonly seed: string
  readonly latency: string
  readonly scenario?: string
}

export async function serveMockProvider(flags: MockProviderFlags): Promise<void> {
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const provider = await start(flags)
  process.stdout.write(
    `Mock provider at ${provider.url}  (any key; base URLs ${provider.url}/v1beta for Gemini, ${provider.url}/v1 for Anthropic and OpenAI; counts at /agentos/statistics; Ctrl+C stops it)\n`,
  )
  await stopped
  await provider.close()
  process.stdout.write(`${statisticsLines(provider.statistics()).join('\n')}\n`)
}

async function start(flags: MockProviderFlags): Promise<MockProvider> {
  const port = wholeNumber('--port', flags.port, 65_535)
  const seed = wholeNumber('--seed', flags.seed)
  const latencyMs = wholeNumber('--latency', flags.latency, 2 ** 31 - 1)
  const scenario = await loadMockScenario(flags.scenario)
  try {
    return await startMockProvider({ port, seed, latencyMs, scenario, answer: workflowAnswers })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new UsageError('port-unusable', `Cannot listen on port ${port}: ${error.message}.`, {
      hint: '`--port 0` takes a free one.',
      cause: error,
    })
  }
}
