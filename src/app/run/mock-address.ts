import type { MockKeys } from '../../mock-provider/mock-keys.ts'
import type { Scenario } from '../../mock-provider/scenario/scenario.ts'
import { UsageError } from '../../model/usage-error.ts'
import { NetworkError } from '../../providers/network-error.ts'
import type { RunFlags } from './request.ts'

export interface MockAddress {
  readonly url: string
  /** The keys that a run has with it; undefined if a standing one does not tell. */
  readonly keys: MockKeys | undefined
  close(): Promise<void>
}

/** A standing provider that is asked for its keys answers at once, or does not tell. */
const KEYS_WITHIN_MS = 3_000

/** The mock provider of this run, if it is asked for: a standing one, or one that starts now. */
export async function mockAddress(
  flags: Pick<RunFlags, 'mock' | 'mockUrl' | 'scenario' | 'seed'>,
): Promise<MockAddress | undefined> {
  if (flags.mockUrl !== undefined) {
    const url = flags.mockUrl.replace(/\/+$/, '')
    return { url, keys: await standingKeys(url), close: async () => {} }
  }
  if (!flags.mock) return undefined
  const { startMockProvider } = await import('../../mock-provider/start-mock-provider.ts')
  const { workflowAnswers } = await import('../../mock-provider/answers/answers.ts')
  const scenario = await loadMockScenario(flags.scenario)
  return startMockProvider({ seed: flags.seed, scenario, answer: workflowAnswers })
}

/** A scenario by its name or file, or none, and what the environment adds to it. */
export async function loadMockScenario(nameOrFile: string | undefined): Promise<Scenario> {
  const { loadScenario, parseScenario } = await import('../../mock-provider/scenario/scenario.ts')
  const { withEnvironment } = await import('../../mock-provider/scenario/environment.ts')
  const scenario = nameOrFile === undefined ? parseScenario({}, '') : loadScenario(nameOrFile)
  return withEnvironment(scenario, process.env)
}

/** Refuses an address where no connection can be made: no run could ask anything there. */
async function standingKeys(url: string): Promise<MockKeys | undefined> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw noProviderAt(url, 'not an http address')
  const { exchange } = await import('../../providers/exchange.ts')
  const signal = AbortSignal.timeout(KEYS_WITHIN_MS) // after the import, which takes its time on a busy machine
  try {
    const keys = await exchange(`${url}/agentos/keys`, { method: 'GET', headers: {}, signal })
    return keys.status === 200 ? (JSON.parse(keys.body) as MockKeys) : undefined
  } catch (error) {
    if (error instanceof NetworkError && error.phase === 'connect')
      throw noProviderAt(url, error.code)
    return undefined // it is there, and does not tell: the first call says all that is known about it
  }
}

function noProviderAt(url: string, why: string): UsageError {
  return new UsageError('mock-provider-missing', `No mock provider at ${url} (${why}).`, {
    hint: 'Start it with `agentos mock-provider`, or use --mock: it starts one for the run.',
  })
}
