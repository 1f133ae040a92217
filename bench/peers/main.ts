/** One peer at one scenario, in a process of its own: says that it is ready, begins when told to. */

import type { BenchScenario } from '../credentials/scenario.ts'
import { SCENARIOS, VARIANTS } from '../credentials/scenarios.ts'
import { type Job, type Strategy, sender } from './exchange.ts'
import { bottleneck, pQueue, pThrottleWeighted } from './limiters.ts'
import { portkey } from './portkey.ts'
import { aiSdk, langChain, smithy } from './retriers.ts'
import { cooldown, rotate } from './routers.ts'

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  'cooldown router': cooldown,
  rotate,
  'AI SDK': aiSdk,
  LangChain: langChain,
  'p-queue': pQueue,
  'p-throttle': pThrottleWeighted,
  bottleneck,
  Smithy: smithy,
  Portkey: portkey,
}

const [strategyName = '', scenarioName = '', url = ''] = process.argv.slice(2)
const strategy = STRATEGIES[strategyName]
const scenario = [...SCENARIOS, ...VARIANTS].find(({ name }) => name === scenarioName)
if (strategy === undefined || scenario === undefined)
  throw new Error(`There is no ${strategyName} or no ${scenarioName}.`)

const send = sender(scenario, url)
const make = await strategy({ scenario, url, send })
// Warm, as workers are: with a key that is not measured.
await Promise.all(scenario.workers.map(([call], index) => call && send({ call, index }, -1)))
process.once('message', async () => {
  const startedAt = performance.now()
  await Promise.all(scenario.workers.map((_, worker) => work(scenario, worker, make)))
  const makespanMs = performance.now() - startedAt
  process.send?.({ makespanMs }, () => process.exit())
})
process.once('SIGTERM', () => process.exit(1)) // so that what it has started ends too
process.send?.('ready')

/** A worker makes its calls one after the other; one that is lost does not keep it from the next. */
async function work(
  { workers }: BenchScenario,
  worker: number,
  make: (job: Job) => Promise<void>,
): Promise<void> {
  for (const [turn, call] of (workers[worker] ?? []).entries()) {
    await make({ call, index: turn * workers.length + worker }).catch(() => {}) // lost, as the provider's numbers tell
  }
}
