/** What items have left that are done: checkpoints, also those kept aside, and worktrees. */
import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import { registrationsOf } from '../../repository/worktree/registrations.ts'
import { unsavedWork } from '../../repository/worktree/worktree-status.ts'
import type { OutcomeOf, StoredCheckpoint, StoreView } from '../../store/store.ts'
import { isItemFolder, worktreesFolder } from '../../store/worktrees-folder.ts'
import { fromStore } from '../repository-store.ts'
import { type Found, type Kept, type Removable, removable } from './removable.ts'

interface ItemName {
  readonly workflow: WorkflowName
  readonly item: ItemId
}

/** A folder that was moved aside, or is on its way out, is not named like an item. */
const ITEM = /^[\w-]+$/

export async function findOfDoneItems(
  { root, view }: { readonly root: string; readonly view: StoreView },
  held: readonly ItemName[],
): Promise<Found> {
  const taken = new Set(held.map(nameOf))
  const outcomes = Map.groupBy(await fromStore(view.allOutcomes()), nameOf)
  const checkpoints = Map.groupBy(await view.checkpoints(), nameOf)
  const standing = (name: string) => ({
    outcomes: outcomes.get(name) ?? [],
    checkpoints: checkpoints.get(name) ?? [],
  })
  const found: Removable[] = []
  const kept: Kept[] = []
  for (const name of checkpoints.keys())
    if (!taken.has(name)) found.push(...spentCheckpoints(standing(name)))
  for (const { path, ...of } of worktreesOf(root)) {
    const name = nameOf(of)
    if (taken.has(name) || !isOver(standing(name))) continue
    const why = await unsavedWork(path).catch(gitWords)
    if (why === undefined) found.push(removable({ kind: 'worktree', name, paths: [path], of }))
    else kept.push({ name: `worktree of ${name}`, why })
  }
  return { removable: found, kept }
}

interface Standing {
  readonly outcomes: readonly OutcomeOf[]
  readonly checkpoints: readonly StoredCheckpoint[]
}

/** Its own checkpoint when the very work in it is done; those kept aside when no other work is left. */
function spentCheckpoints(standing: Standing): Removable[] {
  return standing.checkpoints
    .filter((file) => (file.isAside ? isSpentAside(file, standing) : isSpent(file, standing)))
    .map(({ workflow, item, isAside, paths }) => {
      const of = { workflow, item }
      const kind = isAside ? 'kept-aside' : 'checkpoint'
      return removable({ kind, name: nameOf(of), paths, of })
    })
}

/** Recorded as done with this input, and by this kind of provider. */
function isSpent({ identity }: StoredCheckpoint, { outcomes }: Standing): boolean {
  return outcomes.some(
    ({ outcome, inputHash, mock }) =>
      outcome === 'done' && inputHash === identity?.inputHash && mock === identity.mock,
  )
}

function isSpentAside({ identity }: StoredCheckpoint, standing: Standing): boolean {
  if (identity === undefined) return isOver(standing)
  const isDone = standing.outcomes.some(
    ({ outcome, mock }) => outcome === 'done' && mock === identity.mock,
  )
  return isDone && hasNothingOpen(standing)
}

/** No started work of it is left. */
function isOver(standing: Standing): boolean {
  const { outcomes } = standing
  const isDone = outcomes.length > 0 && outcomes.every(({ outcome }) => outcome === 'done')
  return isDone && hasNothingOpen(standing)
}

function hasNothingOpen(standing: Standing): boolean {
  return standing.checkpoints.every((file) => file.isAside || isSpent(file, standing))
}

/** Where worktrees are made now, and where git knows of some, for the config may have named another place. */
function worktreesOf(root: string): (ItemName & { readonly path: string })[] {
  const known = registrationsOf(root)
    .filter(({ folder }) => isItemFolder(root, folder))
    .map(({ folder }) => dirname(dirname(folder)))
  const places = new Set([worktreesFolder(root, { environment: process.env }), ...known])
  return [...places].flatMap((place) =>
    foldersIn(place).flatMap((name) =>
      foldersIn(join(place, name))
        .map((item) => ({ workflow: name as WorkflowName, item: item as ItemId }))
        .map((of) => ({ ...of, path: join(place, name, of.item) }))
        .filter(({ path }) => isWorktree(path)),
    ),
  )
}

function foldersIn(path: string): string[] {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(path).filter((name) => ITEM.test(name))
}

function isWorktree(path: string): boolean {
  return lstatSync(join(path, '.git'), { throwIfNoEntry: false })?.isFile() === true
}

/** A worktree that git cannot speak of stays as it is. */
function gitWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function nameOf({ workflow, item }: ItemName): string {
  return `${workflow} ${item}`
}
