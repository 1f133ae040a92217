/**
 * What git keeps of linked worktrees, `.git/worktrees/<name>`: `gitdir` names the worktree's `.git` file, `HEAD` its
 * branch, `locked` why it must stay. `git worktree add` locks what it makes until it is whole; killed before,
 * it leaves a lock that nobody takes away: git then neither makes, removes nor prunes that worktree again.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkedFolderOf, sharedFolderOf } from '../locate.ts'

/** What `git worktree add` locks with, without translation. */
const BEING_MADE = 'initializing'
const NAMELESS_LOOKS = 20
const NAMELESS_MS = 100

export interface Registration {
  /** Git's own folder of the worktree. */
  readonly gitFolder: string
  /** The worktree, which may be gone. */
  readonly folder: string
  /** The branch that is checked out there, if one is. */
  readonly branch: string | undefined
  /** Why it is locked; nothing if it is not. */
  readonly lock: string | undefined
}

/** Of the repository that has a worktree at `root`. What is being made or removed right now may be left out. */
export function registrationsOf(root: string): Registration[] {
  const place = placeOf(root)
  if (place === undefined) return []
  return readdirSync(place).flatMap((name) => {
    const gitFolder = join(place, name)
    const link = textIn(join(gitFolder, 'gitdir'))
    if (link === undefined || link === '') return []
    const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(textIn(join(gitFolder, 'HEAD')) ?? '') ?? []
    const lock = textIn(join(gitFolder, 'locked'))
    return { gitFolder, folder: dirname(resolve(gitFolder, link)), branch, lock }
  })
}

/** Those of the worktree in this folder; a git that was killed may have left more than one. */
export function registrationsAt(root: string, folder: string): Registration[] {
  const wanted = realPath(folder)
  return registrationsOf(root).filter((found) => realPath(found.folder) === wanted)
}

/** `git worktree add` has not finished it. With its item's lock in our hands, it never will. */
export function isHalfMade({ lock }: Registration): boolean {
  return lock === BEING_MADE
}

/** Somebody has said `git worktree lock`. */
export function isWanted(registration: Registration): boolean {
  return registration.lock !== undefined && !isHalfMade(registration)
}

/** Whether the worktree is there and is the one that git means. */
export function isLinked({ folder, gitFolder }: Registration): boolean {
  const linked = linkedFolderOf(folder)
  return linked !== undefined && realPath(linked) === gitFolder && existsSync(gitFolder)
}

/**
 * Removes what `git worktree add` had made when it was killed before it wrote for which folder: nothing but a name, which is
 * the item's, perhaps with a number behind. It may be somebody's git that is just beginning; that
 * one would not stay as it is for two seconds.
 */
export async function removeNameless(
  root: string,
  item: string,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const found = namelessOf(root, item)
  for (let look = 0; look < NAMELESS_LOOKS && found.length > 0; look++) await pause(NAMELESS_MS)
  const still = new Set(namelessOf(root, item).map(identityOf))
  for (const gitFolder of found)
    if (still.has(identityOf(gitFolder))) rmSync(gitFolder, { recursive: true, force: true })
}

function namelessOf(root: string, item: string): string[] {
  const place = placeOf(root)
  if (place === undefined) return []
  return readdirSync(place)
    .filter((name) => name.startsWith(item) && /^\d*$/.test(name.slice(item.length)))
    .map((name) => join(place, name))
    .filter((gitFolder) => (textIn(join(gitFolder, 'gitdir')) ?? '') === '')
}

function identityOf(gitFolder: string): string {
  const found = statSync(gitFolder, { throwIfNoEntry: false, bigint: true })
  return `${gitFolder} ${found?.ino} ${found?.ctimeNs}`
}

/** Git knows nothing of the worktree any more; its branch and its commits stay. */
export function forget({ gitFolder }: Registration): void {
  rmSync(gitFolder, { recursive: true, force: true })
}

function placeOf(root: string): string | undefined {
  const shared = sharedFolderOf(root)
  if (shared === undefined || !existsSync(join(shared, 'worktrees'))) return undefined
  return realpathSync(join(shared, 'worktrees'))
}

/** As git writes it, also if the folder itself is gone. */
function realPath(folder: string): string {
  const above = dirname(folder)
  return existsSync(above) ? join(realpathSync(above), basename(folder)) : folder
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
