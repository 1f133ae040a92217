/** A run's result, folded from its events: `summary.json`, and the input of `summary-words.ts`. */
import type { Estimate } from '../../model/estimate.ts'
import type { Produced } from '../../model/event.ts'
import type { Failure, Skip } from '../../model/failure.ts'
import type { ItemId } from '../../model/ids.ts'
import type { LeftOut } from '../../model/left-out.ts'
import type { CostStop, Outcome } from '../../model/outcome.ts'
import type { RunState, Standing } from '../past/standing.ts'
import type { CredentialSummary } from './credential-summary.ts'
import type { ItemView, RunView } from './run-view.ts'
import { type Shares, sharesOf } from './shares.ts'

export interface ItemSummary {
  readonly id: ItemId
  readonly label: string
  readonly title: string
  readonly outcome: Outcome | 'pending'
  readonly failure?: Failure
  readonly skip?: Skip
  readonly startedAt?: number
  readonly durationMs: number
  /** How much of it was spent waiting for credentials. */
  readonly waitedMs: number
  readonly attempts: number
  readonly stepsSaved: number
  readonly stepsReused: number
  readonly longestStep?: { readonly name: string; readonly durationMs: number }
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Where its result is: a path in the repository, or a branch. */
  readonly produced?: Produced
  /** What it has on GitHub. */
  readonly published?: { readonly what: string; readonly url: string }
  /** Dollars; null as soon as one call's price is not known. */
  readonly cost: number | null
  /** How much of that is estimated: of answers whose usage is not known. */
  readonly estimatedCost: number
}

export interface Summary {
  readonly schema: 'agentos.summary/1'
  readonly run: string
  readonly workflow: string
  readonly command: string
  /** Its items were to start over. */
  readonly fresh: boolean
  /** The mock provider answered. */
  readonly mock: boolean
  /** Models of the workflow's roles. */
  readonly models: Readonly<Record<string, string>>
  /** What was expected before; null if nothing could be said. */
  readonly estimate: Estimate | null
  /** Of a run that is not over this is what was known of it at some moment. */
  readonly state: RunState
  readonly startedAt: number
  readonly durationMs: number
  /** What the items took together: the time a sequential run would have needed. */
  readonly workMs: number
  readonly mostAtOnce: number
  /** What the places for workers were used for; null if nothing was worked on. */
  readonly shares: Shares | null
  /** Of a run that was stopped because its next call might have cost more than was left. */
  readonly costStop?: CostStop
  /** Null as long as there is none. */
  readonly exitCode: number | null
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  readonly items: readonly ItemSummary[]
  /** Items that were not part of the run, and why; with `--all` without those that are done. */
  readonly leftOut: readonly {
    readonly id: ItemId
    readonly label: string
    readonly why: LeftOut
  }[]
  readonly credentials: readonly CredentialSummary[]
}

/** Of a run that has ended, unless another standing is given. */
export function summaryOf(view: RunView, standing?: Standing): Summary {
  const { started, ended } = view
  if (started === undefined || (ended === undefined && standing === undefined))
    throw new Error('A run is summed up before its end. This is a bug in AgentOS.')
  const { state, until } = standing ?? { state: 'over', until: view.lastAt }
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
    workMs: items.reduce((sum, item) => sum + item.durationMs, 0),
    mostAtOnce: view.mostAtOnce,
    shares: sharesOf(view),
    ...(view.costStop === undefined ? {} : { costStop: view.costStop }),
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
    // As deep as it is there, then without what is around it.
    const inside = JSON.stringify({ '': [item] }, null, 2).slice(
      '{\n  "": ['.length,
      -'\n  ]\n}'.length,
    )
    yield separator + inside
    separator = ','
  }
  yield `${summary.items.length === 0 ? '' : '\n  '}${around.slice(place)}\n`
}

/** In no text inside: line ends are written otherwise there. */
const NO_ITEMS = '\n  "items": []'

function itemSummary(item: ItemView, until: number): ItemSummary {
  const { id, label, title, outcome, attempts, stepsSaved, stepsReused, waitedMs } = item
  const { failure, skip, startedAt, endedAt, produced, published, longestStep } = item
  const { calls, inputTokens, outputTokens, cost, estimatedCost } = item
  return {
    ...{ id, label, title, outcome },
    durationMs: startedAt === undefined ? 0 : (endedAt ?? until) - startedAt,
    ...{ waitedMs, attempts, stepsSaved, stepsReused, calls, inputTokens, outputTokens, cost },
    estimatedCost,
    ...(failure === undefined ? {} : { failure }),
    ...(skip === undefined ? {} : { skip }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(produced === undefined ? {} : { produced }),
    ...(published === undefined ? {} : { published }),
    ...(longestStep === undefined ? {} : { longestStep }),
  }
}
