import { once } from 'node:events'
import type { Command } from 'commander'
import type { MockProvider } from '../../mock-provider/start-mock-provider.ts'
import { UsageError } from '../../model/usage-error.ts'
import { statisticsLines } from '../mock-statistics.ts'
import { loadMockScenario } from '../offline-provider.ts'
import { wholeNumber } from '../whole-number.ts'

interface RawFlags {
  port: string
  seed: string
  latency: string
  scenario?: string
}

export function addMockProviderCommand(program: Command): void {
  program
    .command('mock-provider')
    .description('the offline provider: Gemini, Anthropic and OpenAI, without a network')
    .option('--port <n>', 'where to listen on 127.0.0.1; 0 takes a free one', '4010')
    .option('--seed <n>', 'another number, other answers', '0')
    .option('--latency <ms>', 'how long an answer takes', '0')
    .option('--scenario <name or file>', 'limits and trouble: a JSON file, or known by name')
    .action(async (flags: RawFlags) => {
      const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
      const provider = await start(flags)
      process.stdout.write(
        `Mock provider at ${provider.url}  (any key; base URLs ${provider.url}/v1beta for Gemini, ${provider.url}/v1 for Anthropic and OpenAI; counts at /agentos/statistics; Ctrl+C stops it)\n`,
      )
      await stopped
      await provider.close()
      process.stdout.write(`${statisticsLines(provider.statistics()).join('\n')}\n`)
    })
}

async function start(flags: RawFlags): Promise<MockProvider> {
  const port = wholeNumber('--port', flags.port, 65_535)
  const seed = wholeNumber('--seed', flags.seed)
  const latencyMs = wholeNumber('--latency', flags.latency, 2 ** 31 - 1)
  const { startMockProvider } = await import('../../mock-provider/start-mock-provider.ts')
  const { workflowAnswers } = await import('../../mock-provider/answers/answers.ts')
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
