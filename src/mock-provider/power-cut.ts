/**
 * A provider whose line can be cut: from then on nobody gets an answer until all who waited for one
 * are gone. It makes a pulled plug exact: every call was either answered before, or never.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerFunction } from './answer.ts'
import type { ScenarioInput } from './scenario.ts'
import { type MockProvider, startMockProvider } from './start-mock-provider.ts'

const LOOK_EVERY_MS = 10

export interface CutProvider extends MockProvider {
  cut(): void
  /** Resolves when all open requests have been given up, and answers again. */
  mend(): Promise<void>
}

export async function startCutProvider(options: {
  readonly answer: AnswerFunction
  readonly latencyMs: number
  readonly scenario?: ScenarioInput
}): Promise<CutProvider> {
  let mended = Promise.withResolvers<void>()
  mended.resolve()
  const provider = await startMockProvider({
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    answer: async (call, context) => {
      await sleep(options.latencyMs)
      await mended.promise
      return options.answer(call, context)
    },
  })
  return {
    ...provider,
    cut: () => {
      mended = Promise.withResolvers<void>()
    },
    mend: async () => {
      while (openRequests(provider) > 0) await sleep(LOOK_EVERY_MS)
      mended.resolve()
    },
  }
}

function openRequests(provider: MockProvider): number {
  const { requests, answered, abandoned, errors } = provider.statistics()
  return (
    requests - answered - abandoned - Object.values(errors).reduce((sum, count) => sum + count, 0)
  )
}
