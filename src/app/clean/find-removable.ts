import { aliveBy } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import { storeIn, viewStore } from '../../store/open-store.ts'
import type { Places } from '../../store/state-directory.ts'
import { fromStore } from '../repository-store.ts'
import { findOfDoneItems } from './done-items.ts'
import { findOldRuns } from './old-runs.ts'
import type { Found } from './removable.ts'

/** Finds all removable files. Changes nothing. */
export async function findRemovable(options: Places & { readonly keep: number }): Promise<Found> {
  const { state, shared, keep } = options
  const isAlive = aliveBy(shared.runs)
  const view = viewStore(storeIn({ state, shared }))
  const items = await fromStore(view.heldItems())
  const held = items.filter(({ holder }) => isAlive(holder))
  const running = runsIn(state.spool, isAlive).filter((run) => run.isAlive)
  const alive = new Set([
    ...running.map(({ owner }) => owner.run),
    ...held.map(({ holder }) => holder.run),
  ])
  const ofItems = await findOfDoneItems({ state, view }, held)
  return {
    removable: [...findOldRuns(state, { alive, isAlive, keep }), ...ofItems.removable],
    kept: [
      ...running.map(({ owner }) => ({ name: `run ${owner.run}`, why: 'it is running' })),
      ...ofItems.kept,
    ],
  }
}
