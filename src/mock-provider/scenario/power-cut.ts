/**
 * A provider whose line can be cut: from then on no call is answered that is meant, until every client
 * that waits is gone. A pulled plug is exact that way: each call was answered before, or never.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerFunction } from '../answer.ts'
import { type MockProvider, startMockProvider } from '../start-mock-provider.ts'
import { type Marker, markerOf } from './marker.ts'
import type { ScenarioInput } from './scenario.ts'

const POLL_EVERY_MS = 10

export interface CutProvider extends MockProvider {
  /** For all calls, or for some. */
  cut(isMeant?: (call: Partial<Marker>) => boolean): Cut
  /** Resolves when all open requests have been given up, and answers again. */
  restore(): Promise<void>
}

export async function startCutProvider(options: {
  readonly answer: AnswerFunction
  readonly latencyMs: number
  readonly scenario?: ScenarioInput
}): Promise<CutProvider> {
  let line: Cut | undefined
  const provider = await startMockProvider({
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    answer: async (call, context) => {
      await sleep(options.latencyMs)
      await line?.hold(markerOf(call) ?? {}, context.signal)
      return options.answer(call, context)
    },
  })
  return {
    ...provider,
    cut: (isMeant = () => true) => {
      line = new Cut(isMeant)
      return line
    },
    restore: async () => {
      while (openRequests(provider) > 0) await sleep(POLL_EVERY_MS)
      line?.restore()
    },
  }
}

export class Cut {
  #isMeant: (call: Partial<Marker>) => boolean
  readonly #waiting = new Set<{
    readonly item: string | undefined
    readonly disconnected: Promise<unknown>
    readonly answer: () => void
  }>()
  readonly #expected: { readonly items: number; readonly reached: () => void }[] = []

  constructor(isMeant: (call: Partial<Marker>) => boolean) {
    this.#isMeant = isMeant
  }

  /** Resolves when the call may be answered, or need not be any more. */
  async hold(call: Partial<Marker>, client: AbortSignal): Promise<void> {
    if (!this.#isMeant(call)) return
    const answered = Promise.withResolvers<void>()
    const disconnected = client.aborted ? Promise.resolve() : once(client, 'abort')
    const waiting = { item: call.item, disconnected, answer: answered.resolve }
    this.#waiting.add(waiting)
    this.#notify()
    await Promise.race([answered.promise, disconnected])
    this.#waiting.delete(waiting)
  }

  /** Resolves when calls of so many items wait for an answer. */
  unanswered(items: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#expected.push({ items, reached: resolve })
    this.#notify()
    return promise
  }

  /** Resolves when the clients of all calls that wait now are gone. */
  async abandoned(): Promise<void> {
    await Promise.all([...this.#waiting].map(({ disconnected }) => disconnected))
  }

  /** Answers those that wait; the line stays cut for others. */
  answer(): void {
    for (const { answer } of this.#waiting) answer()
    this.#waiting.clear()
  }

  /** Answers those that wait, and all others. */
  restore(): void {
    this.#isMeant = () => false
    this.answer()
  }

  #notify(): void {
    const { size } = new Set([...this.#waiting].map(({ item }) => item))
    for (const { items, reached } of this.#expected) if (size >= items) reached()
  }
}

function openRequests(provider: MockProvider): number {
  const { requests, answered, abandoned, errors } = provider.statistics()
  return (
    requests - answered - abandoned - Object.values(errors).reduce((sum, count) => sum + count, 0)
  )
}
