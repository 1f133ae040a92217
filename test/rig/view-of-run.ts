/** Runs made of events only, as a view of them. */
import type { Event, Fact, FactOf } from '../../src/model/event.ts'
import type { ItemId, RunId, WorkflowName } from '../../src/model/ids.ts'
import type { Outcome } from '../../src/model/outcome.ts'
import { RunView } from '../../src/reporters/view/run-view.ts'
import { PLAIN_START } from './events.ts'

type Started = FactOf<'run-started'>

const LIMITS = {
  parallel: 1,
  failFast: false,
  itemTimeoutMs: 1,
  idleTimeoutMs: 1,
  runTimeoutMs: 1,
  stopGraceMs: 1,
  restarts: 0,
}

/** A run that begins at 0 with so many places, and what happened when. */
export function viewOfRun(
  { parallel, ...about }: { readonly parallel: number } & Partial<Started>,
  happened: readonly (readonly [at: number, fact: Fact])[],
): RunView {
  const view = new RunView()
  const started: Started = {
    type: 'run-started',
    ...PLAIN_START,
    workflow: 'w' as WorkflowName,
    version: '1',
    command: 'agentos w',
    alreadyDone: 0,
    items: 1,
    limits: { ...LIMITS, parallel },
    ...about,
  }
  for (const [index, [at, fact]] of [[0, started] as const, ...happened].entries())
    view.add({ v: 1, seq: index + 1, at, run: 'r-1' as RunId, ...fact } as Event)
  return view
}

/** What can happen to an item. */
export function factsOf(id: string) {
  const item = id as ItemId
  return {
    queued: { type: 'item-queued', item, label: id, title: id, dependsOn: [], after: [] },
    started: { type: 'item-started', item, attempt: 1, worker: 1 },
    ended: (outcome: Outcome = 'done') => ({ type: 'item-ended', item, outcome }),
    begins: (step: string) => ({ type: 'step-started', item, step, span: step }),
    saves: (step: string) => ({ type: 'step-saved', item, step, span: step, durationMs: 0 }),
    waits: (call: number) => ({
      type: 'lease-queued',
      item,
      call,
      ask: call,
      provider: 'p',
      model: 'm',
      why: 'busy',
      until: null,
    }),
    isServed: (call: number) => ({
      type: 'lease-granted',
      item,
      call,
      ask: call,
      lease: call,
      credential: 'k',
      model: 'm',
    }),
    isAnswered: (call: number) => ({
      type: 'lease-returned',
      item,
      lease: call,
      outcome: { kind: 'ok' },
    }),
    paid: (cost: number) => ({
      type: 'lease-returned',
      item,
      lease: 1,
      outcome: { kind: 'ok' },
      cost,
    }),
    isCut: (cost: number) => ({
      type: 'lease-returned',
      item,
      lease: 1,
      cost,
      isEstimate: true,
      outcome: { kind: 'cut', code: 'ECONNRESET', address: 'api.example:443' },
    }),
    dies: { type: 'worker-exited', item, worker: 1, exitCode: null, signal: 'SIGKILL' },
    asked: (cost: number | null) => ({
      type: 'call-ended',
      item,
      ask: 1,
      task: 't',
      model: 'm',
      credential: 'k',
      cost,
      durationMs: 1,
      usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 0 },
    }),
  } satisfies Record<string, Fact | ((...args: never[]) => Fact)>
}

export const RUN_ENDED: Fact = { type: 'run-ended', exitCode: 0, outcomes: { done: 1 } }
