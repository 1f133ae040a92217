/** What items have finished in earlier runs, from reading alone. */
import type { LoadedWorkflow } from '../../../authoring/checked-workflow.ts'
import type { ItemId } from '../../../model/ids.ts'
import type { Item } from '../../../model/item.ts'
import type { SetAside } from '../../../store/checkpoint.ts'
import type { StoreView } from '../../../store/store.ts'

export interface Progress {
  /** The saved steps, those inside others with the outer one's name in front. */
  readonly steps: readonly string[]
  /** When the last of them was saved. */
  readonly savedAt?: number
  /** Why saved steps do not count. */
  readonly startsOver?: SetAside['why']
}

/** Of the items that have something saved. Answers of models and people are saved too, but are no steps. */
export async function savedProgress(options: {
  readonly items: readonly Item[]
  readonly workflow: Pick<LoadedWorkflow, 'name' | 'version'>
  readonly store: StoreView
  readonly mock: boolean
}): Promise<ReadonlyMap<ItemId, Progress>> {
  const { items, workflow, store, mock } = options
  const { name, version } = workflow
  const saved = await store.savedWork({ workflow: name, version, mock }, items)
  const found = new Map<ItemId, Progress>()
  for (const [id, { records, misfit, savedAt }] of saved) {
    const steps = records.filter(({ kind }) => kind === 'step').map(({ key }) => key)
    if (misfit !== undefined) found.set(id, { steps, startsOver: misfit })
    else if (steps.length > 0)
      found.set(id, { steps, ...(savedAt === undefined ? {} : { savedAt }) })
  }
  return found
}
