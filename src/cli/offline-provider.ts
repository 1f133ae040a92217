import type { WorkFlags } from './work-flags.ts'

/** The offline provider of this run, if it is asked for: a standing one, or one that starts now. */
export async function offlineProvider(
  flags: WorkFlags,
): Promise<{ readonly url: string; close(): Promise<void> } | undefined> {
  if (flags.mockUrl !== undefined) {
    return { url: flags.mockUrl.replace(/\/+$/, ''), close: async () => {} }
  }
  if (!flags.mock) return undefined
  const { startMockProvider } = await import('../mock-provider/start-mock-provider.ts')
  const { workflowAnswers } = await import('../mock-provider/answers/answers.ts')
  const { loadScenario } = await import('../mock-provider/scenario.ts')
  const scenario = flags.scenario === undefined ? {} : loadScenario(flags.scenario)
  return startMockProvider({ scenario, answer: workflowAnswers })
}
