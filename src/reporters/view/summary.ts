/** A run's result, folded from its events: `summary.json`, and the input of `summary-words.ts`. */
import { type ItemView, sumOf } from './item-view.ts'
import type { RunView } from './run-view.ts'
import { sharesOf } from './shares.ts'

/** A run without its last event is running while its process lives; after that it was cut off. */
export type RunState = 'running' | 'cut-off' | 'over'

export interface Standing {
  readonly state: RunState
  /** Its end; now, if it is running. */
  readonly until: number
}

export function standingOf(
  { ended, lastAt }: RunView,
  { isAlive, now }: { readonly isAlive: boolean; readonly now: number },
): Standing {
  if (ended !== undefined) return { state: 'over', until: ended.at }
  if (!isAlive) return { state: 'cut-off', until: lastAt }
  // It is written while it is read: an event may be later than `now`.
  return { state: 'running', until: Math.max(now, lastAt) }
}

export type Summary = Readonly<ReturnType<typeof summaryOf>>
export type ItemSummary = ReturnType<typeof itemSummary>

/** Of a run that has ended, unless another standing is given: then what is known of it at some moment. */
export function summaryOf(view: RunView, standing?: Standing) {
  const { started, ended } = view
  if (started === undefined || (ended === undefined && standing === undefined))
    throw new Error('A run is summed up before its end. This is a bug in AgentOS.')
  const { state, until }: Standing = standing ?? { state: 'over', until: view.lastAt }
  const items = [...view.items.values()].map((item) => itemSummary(item, until))
  return {
    schema: 'agentos.summary/1',
    run: started.run,
    workflow: started.workflow,
    command: started.command,
    fresh: started.fresh,
    mock: started.mock,
    models: started.models,
    estimate: started.estimate,
    state,
    startedAt: started.at,
    durationMs: until - started.at,
    /** What the items took together: the time a sequential run would have needed. */
    workMs: sumOf(items, 'durationMs'),
    mostAtOnce: view.mostAtOnce,
    shares: sharesOf(view),
    costStop: view.costStop,
    exitCode: ended?.exitCode ?? null,
    outcomes: ended?.outcomes ?? view.outcomes,
    items,
    leftOut: view.leftOut,
    credentials: view.credentials.list(),
  }
}

/** As `summary.json` has it, in parts: of a large run the whole text would be a tenth of all memory. */
export function* summaryJson(summary: Summary): Generator<string> {
  const around = JSON.stringify({ ...summary, items: [] }, null, 2)
  const place = around.indexOf(NO_ITEMS) + NO_ITEMS.length - 1
  yield around.slice(0, place)
  let separator = ''
  for (const item of summary.items) {
    // Indented as in the whole, then without what is around it.
    const inside = JSON.stringify({ '': [item] }, null, 2).slice(
      '{\n  "": ['.length,
      -'\n  ]\n}'.length,
    )
    yield separator + inside
    separator = ','
  }
  yield `${summary.items.length === 0 ? '' : '\n  '}${around.slice(place)}\n`
}

/** Not part of any text in it: line ends are escaped there. */
const NO_ITEMS = '\n  "items": []'

/** An item without what matters only while it runs. */
function itemSummary(item: ItemView, until: number) {
  const { life, state, waitingSince, endedAt, ...kept } = item
  const { startedAt } = kept
  const durationMs = startedAt === undefined ? 0 : (endedAt ?? until) - startedAt
  return { ...kept, durationMs }
}
