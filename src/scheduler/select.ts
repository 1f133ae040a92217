/**
 * Which of the collected items a run works on, and why not the others. Pure, so that the dry run
 * shows exactly what the run would do.
 */

import type { LeftOut } from '../model/failure.ts'
import type { Gate } from '../model/gate.ts'
import { type ItemId, quote } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { RecordedOutcome } from '../model/outcome.ts'
import type { Remark } from '../model/remark.ts'
import { nearest } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { sortByDependency } from './dependencies.ts'
import { type Overlap, TouchedFiles } from './overlaps.ts'

export interface Chosen {
  readonly item: Item
  /** Dependencies that run in the same run; all others have succeeded. */
  readonly waitsFor: readonly ItemId[]
  /** Earlier items that change the same files: of this run, and those that have succeeded before. */
  readonly after: readonly (Overlap & { readonly isDone: boolean })[]
  /** It succeeded before, with another title or body. */
  readonly inputChanged: boolean
  /** The run whose outcome the ledger showed when the item was chosen. */
  readonly seenRun: string | undefined
}

export interface Selection {
  readonly chosen: readonly Chosen[]
  readonly leftOut: readonly { readonly item: Item; readonly why: LeftOut }[]
}

export function selectItems(options: {
  readonly items: readonly Item[]
  /** Ids, labels, `#42` or paths; 'all' takes every pending item. */
  readonly names: readonly string[] | 'all'
  /** Why a file that is named is no item. */
  readonly remarks?: readonly Remark[]
  readonly recorded: ReadonlyMap<ItemId, RecordedOutcome>
  /** Items at an unanswered gate. */
  readonly waiting: ReadonlyMap<ItemId, Pick<Gate, 'gate' | 'question'>>
  /** Work on named items even if they are done. */
  readonly fresh: boolean
}): Selection {
  refuseTwins(options.items)
  const ordered = sortByDependency(options.items)
  const named = findNamed(options)

  const chosen: Chosen[] = []
  const leftOut: { item: Item; why: LeftOut }[] = []
  const chosenIds = new Set<ItemId>()
  const doneIds = new Set<ItemId>()
  for (const item of ordered) {
    const recorded = options.recorded.get(item.id)
    const sameInput = recorded?.inputHash === item.inputHash
    const isDone = item.done ?? (recorded?.outcome === 'done' && sameInput)
    if (isDone) doneIds.add(item.id)
    if (named !== undefined && !named.has(item.id)) continue

    const gate = options.waiting.get(item.id)
    const wanted = named !== undefined && options.fresh
    const pending = item.dependsOn.find((id) => !chosenIds.has(id) && !doneIds.has(id))
    if (isDone && !wanted) {
      leftOut.push({ item, why: { reason: 'done', run: recorded?.run ?? null } })
    } else if (recorded?.outcome === 'needs-revision' && sameInput && !wanted) {
      leftOut.push({ item, why: { reason: 'needs-revision', run: recorded.run } })
    } else if (recorded?.outcome === 'gated' && sameInput && gate !== undefined && !wanted) {
      leftOut.push({ item, why: { reason: 'gated', gate: gate.gate, question: gate.question } })
    } else if (item.notReady !== undefined && named !== undefined) {
      throw notReady(item, item.notReady)
    } else if (item.notReady !== undefined) {
      leftOut.push({ item, why: { reason: 'not-ready', ...item.notReady } })
    } else if (pending !== undefined && named !== undefined) {
      throw new UsageError(
        'dependency-pending',
        `Item ${item.id} depends on ${pending}, which has not succeeded.`,
        {
          hint: `Name both: ${pending} ${item.id}`,
        },
      )
    } else if (pending !== undefined) {
      leftOut.push({ item, why: { reason: 'dependency-pending', on: pending } })
    } else {
      chosenIds.add(item.id)
      const waitsFor = item.dependsOn.filter((id) => chosenIds.has(id))
      const inputChanged = recorded?.outcome === 'done' && !sameInput
      chosen.push({ item, waitsFor, after: [], inputChanged, seenRun: recorded?.run })
    }
  }
  const done = ordered.filter(({ id }) => doneIds.has(id) && !chosenIds.has(id))
  return { chosen: inOrder(chosen, done), leftOut }
}

/** The items of the same run that must have ended before it starts. */
export function waitedFor({ waitsFor, after }: Chosen): ItemId[] {
  return [...waitsFor, ...after.filter(({ isDone }) => !isDone).map(({ id }) => id)]
}

/** Of items that change the same files, each comes after those before it. */
function inOrder(chosen: readonly Chosen[], done: readonly Item[]): Chosen[] {
  const doneIds = new Set(done.map(({ id }) => id))
  const files = new TouchedFiles()
  for (const item of done) files.add(item)
  return chosen.map((entry) => {
    const overlaps = files.sharedWith(entry.item)
    files.add(entry.item)
    if (overlaps.length === 0) return entry
    return {
      ...entry,
      item: { ...entry.item, after: overlaps.map(({ id }) => id) },
      after: overlaps.map((overlap) => ({ ...overlap, isDone: doneIds.has(overlap.id) })),
    }
  })
}

function notReady(item: Item, { why, command }: { why: string; command: string }): UsageError {
  return new UsageError('item-not-ready', `${item.label} cannot be worked on: ${why}.`, {
    hint: `Run first: ${command}`,
  })
}

/** On some file systems `a` and `A` are one file, so two such ids could not be kept apart. */
function refuseTwins(items: readonly Item[]): void {
  const seen = new Map<string, ItemId>()
  for (const { id } of items) {
    const twin = seen.get(id.toLowerCase())
    if (twin !== undefined) {
      throw new UsageError(
        'item-id-twice',
        `Item ids must be unique ignoring case, got ${quote(twin)} and ${quote(id)}.`,
      )
    }
    seen.set(id.toLowerCase(), id)
  }
}

function findNamed({
  items,
  names,
  remarks = [],
}: {
  readonly items: readonly Item[]
  readonly names: readonly string[] | 'all'
  readonly remarks?: readonly Remark[]
}): Set<ItemId> | undefined {
  if (names === 'all') return undefined
  const byName = new Map<string, ItemId>()
  for (const { path, id } of items) if (path !== undefined) byName.set(path, id)
  for (const item of items) byName.set(item.label, item.id)
  for (const item of items) byName.set(item.id, item.id)
  return new Set(
    names.map((name) => {
      const id = byName.get(name) ?? byName.get(name.replace(/^#|^\.\//, ''))
      if (id !== undefined) return id
      const why = remarks.find(
        ({ path = '', isLeftOut }) => isLeftOut === true && isFileOf(name, path),
      )
      throw new UsageError('item-unknown', `There is no item ${quote(name)}.`, {
        hint: why === undefined ? didYouMean(name, byName.keys()) : `${why.path} is ${why.text}.`,
      })
    }),
  )
}

/** Whether somebody who names this item may mean this file. */
function isFileOf(name: string, path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  const plain = name.replace(/^#|^\.\//, '')
  const [number] = /^\d+/.exec(file) ?? []
  return [path, file].includes(plain) || (number !== undefined && Number(number) === Number(plain))
}

/** Two numbers are two items, however near; only words are misspelt. */
function digitsOf(name: string): string {
  return name.replace(/\D/g, '')
}

function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearest(
    name,
    [...known].filter((other) => digitsOf(other) === digitsOf(name)),
  )
  return near === undefined
    ? 'Run with `--all --dry-run` to see the items there are.'
    : `Did you mean ${near}? Run with \`--all --dry-run\` to see the items there are.`
}
