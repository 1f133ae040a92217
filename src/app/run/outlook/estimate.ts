/**
 * What a run would ask, cost and take: from what earlier items of the workflow did, or, as long as there are
 * too few of those, from its prompts. Nobody knows how long a model takes to answer before it has.
 */
import type { LoadedWorkflow } from '../../../authoring/checked-workflow.ts'
import type { ModelSettings } from '../../../model/calls/model-settings.ts'
import type { ItemId } from '../../../model/ids.ts'
import type { Estimate, Range } from '../../../model/run-start.ts'
import type { History } from '../../../reporters/past/history.ts'
import { makespan } from '../../../scheduler/makespan.ts'
import { type Selection, waitedFor } from '../../../scheduler/select.ts'
import type { Progress } from './preview-progress.ts'
import { estimateByPrompts, type PromptEstimate } from './prompt-estimate.ts'

const NO_PRICE = 'earlier items asked a model whose price is not known; set prices in the config'

/** Null if there is nothing to do, or nothing to go by. */
export function estimateRun(options: {
  readonly workflow: Pick<LoadedWorkflow, 'calls' | 'prompts'>
  readonly chosen: Selection['chosen']
  readonly saved: ReadonlyMap<ItemId, Progress>
  readonly parallel: number
  readonly roles: ModelSettings['roles']
  readonly prices: ModelSettings['prices']
  readonly history: History | null
}): Estimate | null {
  const { chosen, saved, parallel, history } = options
  if (chosen.length === 0) return null
  const byPrompts = estimateByPrompts({ ...options, items: chosen.map(({ item }) => item) })
  if (history === null) {
    const unknown = { durationMs: null, itemMs: null, earlierItems: 0 }
    return byPrompts === null ? null : { ...byPrompts, ...unknown }
  }
  const shares = chosen.map(({ item }) => leastLeft(saved.get(item.id), history))
  const took = (end: keyof Range) =>
    makespan(
      chosen.map((entry, index) => ({
        id: entry.item.id,
        waitsFor: waitedFor(entry),
        durationMs: history.durationMs[end] * (end === 'least' ? (shares[index] ?? 1) : 1),
      })),
      parallel,
    )
  return {
    ...pricesBy(history, { shares, byPrompts }),
    durationMs: { least: Math.round(took('least')), most: Math.round(took('most')) },
    itemMs: Math.round(history.durationMs.middle),
    earlierItems: history.items,
  }
}

/** The share of an item's work that is left at least; how much its steps differ is not known. */
function leastLeft(progress: Progress | undefined, { steps }: History): number {
  if (progress === undefined || progress.startsOver !== undefined || steps === 0) return 1
  return Math.max(0, 1 - progress.steps.length / steps)
}

function pricesBy(
  history: History,
  { shares, byPrompts }: { shares: readonly number[]; byPrompts: PromptEstimate | null },
): PromptEstimate {
  const leastShares = shares.reduce((sum, share) => sum + share, 0)
  const ofAll = ({ least, most }: Range): Range => ({
    least: least * leastShares,
    most: most * shares.length,
  })
  const calls = ofAll(history.calls)
  if (history.calls.most === 0) return { calls, cost: null, by: null }
  if (history.cost === null) return byPrompts ?? { calls, cost: null, by: NO_PRICE }
  return { calls, cost: ofAll(history.cost), by: null }
}
