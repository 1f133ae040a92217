/** `agentos mock-provider`: the mock provider as a server of its own, until it is stopped. */
import { once } from 'node:events'
import { loadMockScenario } from '../../app/run/mock-address.ts'
import { workflowAnswers } from '../../mock-provider/answers/answers.ts'
import { type MockProvider, startMockProvider } from '../../mock-provider/start-mock-provider.ts'
import type { Count, Statistics } from '../../mock-provider/statistics.ts'
import { UsageError } from '../../model/usage-error.ts'
import { wholeNumber } from '../work-flags.ts'

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
    `Mock provider at ${provider.url}  (any key; base URL ${provider.url}/v1 for OpenAI’s SDK, ${provider.url} for Anthropic’s and Google’s; counts at /agentos/statistics; Ctrl+C stops it)\n`,
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

/** What it has answered. */
function statisticsLines(statistics: Statistics): string[] {
  const { requests, answered, abandoned, repeated, mostAtOnce, errors } = statistics
  const keys = Object.entries(statistics.keys).map(
    ([hash, key]) => [`${key.provider} key ${key.number ?? hash}`, key] as const,
  )
  const tasks = new Map<string, number>()
  for (const call of statistics.calls) {
    tasks.set(call.task, (tasks.get(call.task) ?? 0) + call.answered)
  }
  return [
    `Mock provider stopped: ${requests} requests, ${answered} answered, ${abandoned} abandoned, ${repeated} repeated, up to ${mostAtOnce} at once.`,
    ...durationLine(statistics),
    ...(Object.keys(errors).length === 0 ? [] : [`  Errors: ${errorWords(statistics)}`]),
    ...(keys.length < 2 ? [] : keys.map(([name, key]) => countLine(name, key))),
    ...Object.entries(statistics.scopes).map(([name, scope]) => countLine(`scope ${name}`, scope)),
    ...[...tasks].map(([task, count]) => `  ${task}: ${count} answered`),
  ]
}

function durationLine({ requests, answered, firstRequestAt, lastAnsweredAt }: Count): string[] {
  if (firstRequestAt === null || lastAnsweredAt === null) return []
  const seconds = ((lastAnsweredAt - firstRequestAt) / 1_000).toFixed(1)
  const waste = ((requests - answered) / answered).toFixed(2)
  return [
    `  From the first request to the last answer: ${seconds} s; ${waste} wasted requests per answer.`,
  ]
}

function countLine(name: string, count: Count): string {
  const errors = Object.keys(count.errors).length === 0 ? '' : `; ${errorWords(count)}`
  return `  ${name}: ${count.requests} requests, ${count.answered} answered, up to ${count.mostAtOnce} at once${errors}`
}

function errorWords({ errors }: Count): string {
  return Object.entries(errors)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}
