/** What items have finished in earlier runs, from reading alone. */
import { readdirSync } from 'node:fs'
import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Item } from '../../model/item.ts'
import type { SetAside } from '../../store/checkpoint.ts'
import { peekCheckpoint } from '../../store/sqlite/checkpoint.ts'
import type { StateDirectory } from '../../store/state-directory.ts'

export interface Progress {
  /** The saved steps, those inside others with the outer one's name in front. */
  readonly steps: readonly string[]
  /** When the last of them was saved. */
  readonly savedAt?: number
  /** Why saved steps do not count. */
  readonly startsOver?: SetAside['why']
}

/** Of the items that have something saved. */
export function savedProgress(options: {
  readonly items: readonly Item[]
  readonly workflow: Pick<LoadedWorkflow, 'name' | 'version'>
  readonly state: StateDirectory
  readonly mock: boolean
}): ReadonlyMap<ItemId, Progress> {
  const { items, workflow, state, mock } = options
  const files = new Set(namesIn(state.checkpoints))
  const found = new Map<ItemId, Progress>()
  for (const { id, inputHash } of items) {
    const of = { workflow: workflow.name, item: id, mock }
    if (!files.has(state.checkpointName(of))) continue
    const identity = { inputHash, workflowVersion: workflow.version, mock }
    const peeked = peekCheckpoint(state.checkpoint(of), identity)
    if (peeked === undefined) continue
    const { keys, misfit, savedAt } = peeked
    const steps = keys.filter(isStep)
    if (misfit !== undefined) found.set(id, { steps, startsOver: misfit })
    else if (steps.length > 0)
      found.set(id, { steps, ...(savedAt === undefined ? {} : { savedAt }) })
  }
  return found
}

/** Answers of models and people are saved too. */
function isStep(key: string): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return !/^(ask|gate) /.test(name)
}

/** One look at the folder is faster than one for each item. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // before the first run there is none; a run says what else is wrong with it
  }
}
