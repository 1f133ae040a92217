/**
 * A provider whose line can be cut: from then on no call is answered, or none of one task, until every
 * client that waits is gone. A pulled plug is exact that way: each call was answered before, or never.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerFunction, AskedCall } from './answer.ts'
import { markerOf } from './marker.ts'
import type { ScenarioInput } from './scenario.ts'
import { type MockProvider, startMockProvider } from './start-mock-provider.ts'

const LOOK_EVERY_MS = 10

export interface CutProvider extends MockProvider {
  /** For all calls, or for those of a task such as `implement.code`. */
  cut(task?: string): Cut
  /** Resolves when all open requests have been given up, and answers again. */
  mend(): Promise<void>
}

interface Cut {
  /** Resolves when calls of so many items have come that are not answered. */
  unanswered(items: number): Promise<void>
}

export async function startCutProvider(options: {
  readonly answer: AnswerFunction
  readonly latencyMs: number
  readonly scenario?: ScenarioInput
}): Promise<CutProvider> {
  let line: CutLine | undefined
  const provider = await startMockProvider({
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    answer: async (call, context) => {
      await sleep(options.latencyMs)
      await line?.pass(call)
      return options.answer(call, context)
    },
  })
  return {
    ...provider,
    cut: (task) => {
      line = new CutLine(task)
      return line
    },
    mend: async () => {
      while (openRequests(provider) > 0) await sleep(LOOK_EVERY_MS)
      line?.mend()
      line = undefined
    },
  }
}

class CutLine implements Cut {
  readonly #task: string | undefined
  readonly #items = new Set<string | undefined>()
  readonly #expected: { readonly items: number; readonly reached: () => void }[] = []
  readonly #mended = Promise.withResolvers<void>()

  constructor(task: string | undefined) {
    this.#task = task
  }

  /** Resolves at once for a call that is not meant, for others when the line is mended. */
  async pass(call: AskedCall): Promise<void> {
    const marker = markerOf(call)
    if (this.#task !== undefined && this.#task !== marker?.task) return
    this.#items.add(marker?.item)
    this.#tell()
    await this.#mended.promise
  }

  unanswered(items: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#expected.push({ items, reached: resolve })
    this.#tell()
    return promise
  }

  mend(): void {
    this.#mended.resolve()
  }

  #tell(): void {
    for (const { items, reached } of this.#expected) if (this.#items.size >= items) reached()
  }
}

function openRequests(provider: MockProvider): number {
  const { requests, answered, abandoned, errors } = provider.statistics()
  return (
    requests - answered - abandoned - Object.values(errors).reduce((sum, count) => sum + count, 0)
  )
}
