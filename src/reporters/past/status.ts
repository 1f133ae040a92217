/** The state of a run for `agentos status`, as one document and as text. */
import { cleanWords } from '../screen/clean-text.ts'
import { countsOf, type ItemState, stateOf } from '../view/item-state.ts'
import { costOf, type ItemView, sumOf } from '../view/item-view.ts'
import type { RunView } from '../view/run-view.ts'
import { type Standing, summaryOf } from '../view/summary.ts'
import { nextSteps } from '../words/next-steps.ts'
import { reasonOf } from '../words/summary-words.ts'
import { waitWords, writtenWords } from '../words/wait-words.ts'

export type Status = Readonly<ReturnType<typeof statusOf>>

export function statusOf(
  view: RunView,
  options: { readonly standing: Standing; readonly logs: string; readonly damagedLines: number },
) {
  const { standing, logs, damagedLines } = options
  const summary = summaryOf(view, standing)
  const { run, workflow, command, state, startedAt, durationMs, exitCode } = summary
  const items = [...view.items.values()].map((item) => itemStatus(item, standing))
  return {
    schema: 'agentos.status/1',
    run,
    workflow,
    command,
    state,
    /** It does nothing until then: all of its items that are not queued wait for the limits of credentials to end. */
    sleepsUntil: state === 'running' ? sleepEnd(view, standing.until) : null,
    /** Why it stopped or is stopping. */
    stopped: view.stopping ?? null,
    startedAt,
    durationMs,
    exitCode,
    total: items.length,
    counts: countsOf(items.map((item) => item.state)),
    /** Dollars, and whether that is all: not every model's price may be known. */
    cost: costOf(summary.items),
    calls: sumOf(summary.items, 'calls'),
    /** Next steps, one line each. */
    next: nextSteps(summary).join('\n') || null,
    logs,
    damagedLines,
    items,
  }
}

function sleepEnd(view: RunView, now: number): number | null {
  const running = [...view.items.values()].filter(({ state }) => state === 'running')
  const ends = running.map((item) => limitEnd(item.wait()))
  const known = ends.filter((end) => end !== undefined)
  if (known.length === 0 || known.length < ends.length) return null
  const first = Math.min(...known)
  return first > now ? first : null
}

function limitEnd(wait: ReturnType<ItemView['wait']>): number | undefined {
  if (wait?.why !== 'rate-limited' && wait?.why !== 'paced') return undefined
  return wait.until ?? undefined
}

function itemStatus(item: ItemView, { state: runState, until }: Standing) {
  const { id, label, title, failure, life, endedAt, startedAt } = item
  const wait = item.wait()
  const step = life.steps.at(-1)
  const known = stateOf(item, runState)
  const state = known === 'running' && wait !== undefined ? 'waiting' : known
  const gate = failure?.reason === 'question' ? failure.gate : undefined
  return {
    id,
    label,
    title,
    state,
    /** Its open or failed step, or its gate. */
    step: state === 'done' ? null : (gate ?? step?.name ?? life.failedIn ?? null),
    /** Since when it is in this step, waits, or has ended. */
    since: endedAt ?? wait?.since ?? step?.since ?? startedAt ?? null,
    /** Credentials of its open calls. */
    with: item.credentials(),
    note: noteOf(item, state, until),
  }
}

function noteOf(item: ItemView, state: ItemState, now: number): string {
  const wait = item.wait()
  if (state === 'waiting' && wait !== undefined) return waitWords(wait, now)
  if (state === 'running') return runningNote(item)
  if (state === 'cut-off') return 'resumes after its last finished step'
  if (state === 'gated') return `agentos gates show ${item.label}`
  return state === 'queued' || state === 'not-started' ? '' : cleanWords(reasonOf(item))
}

function runningNote(item: ItemView): string {
  const { attempts, life, stepsSaved, stepsReused } = item
  const isStarting = attempts <= 1 && life.steps.length + stepsSaved + stepsReused === 0
  return [
    ...(attempts > 1 ? [`attempt ${attempts}`] : []),
    ...writtenWords(item.writtenTokens()),
    ...(isStarting ? ['starting'] : []),
  ].join(', ')
}
