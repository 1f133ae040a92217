import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemId, WorkflowName } from '../../model/ids.ts'

export const KINDS = ['logs', 'checkpoint', 'kept-aside', 'worktree', 'spool'] as const

/** A file or folder that can be removed. */
export interface Removable {
  readonly kind: (typeof KINDS)[number]
  /** What people know it by. */
  readonly name: string
  readonly paths: readonly string[]
  readonly bytes: number
  /** Whose it is; no run may be working on that one. */
  readonly of?: { readonly workflow: WorkflowName; readonly item: ItemId }
}

/** Something that looks as if it could go, and may not. */
export interface Kept {
  readonly name: string
  readonly why: string
}

export interface Found {
  readonly removable: readonly Removable[]
  readonly kept: readonly Kept[]
}

export function removable(thing: Omit<Removable, 'bytes'>): Removable {
  return { ...thing, bytes: thing.paths.reduce((sum, path) => sum + bytesOf(path), 0) }
}

/** What a file or a folder takes, links not followed; holes in a file take nothing. */
function bytesOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (stat.isDirectory())
    return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
  return process.platform === 'win32' ? stat.size : Math.min(stat.size, 512 * stat.blocks)
}
