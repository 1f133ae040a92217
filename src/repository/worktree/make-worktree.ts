/**
 * Makes an item's worktree where another one, half of one or something else may be. A worktree that was in use is
 * kept: its commits and files as refs, or its whole folder aside. One that `git worktree add` had not
 * finished when it was killed holds nothing of anybody's.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Redactor } from '../../model/secrets/redactor.ts'
import { Git } from '../git/git.ts'
import { isAncestor, keepAll, keepCommit } from './leftovers.ts'
import type { ItemPlace } from './own-locks.ts'
import {
  forget,
  isHalfMade,
  isLinked,
  isWanted,
  type Registration,
  registrationsAt,
  registrationsOf,
  removeNameless,
} from './registrations.ts'
import { beyondCommits, removeFolder, statusOf } from './worktree-status.ts'

const ELSEWHERE = 'The setting worktrees, or AGENTOS_WORKTREES, names another folder.'

export async function makeWorktree(
  main: Git,
  wanted: ItemPlace & { readonly from: readonly string[]; readonly redactor: Redactor },
): Promise<{ readonly kept: readonly string[] }> {
  const [first = 'HEAD'] = wanted.from
  const start = await main.read('rev-parse', `${first}^{commit}`)
  const place = { ...wanted, start, item: basename(wanted.folder) }
  const kept = [...(await clearFolder(main, place)), ...(await keepBranch(main, place))]
  forgetElsewhere(place)
  await removeNameless(place.repository, place.item)
  makeParent(place)
  const { branch, folder } = place
  await main.read('worktree', 'add', '--quiet', '-B', branch, folder, start)
  offerModules(place)
  return { kept }
}

interface Place extends ItemPlace {
  readonly redactor: Redactor
  readonly item: string
  readonly start: string
}

async function clearFolder(main: Git, place: Place): Promise<string[]> {
  const { repository, folder } = place
  const kept: string[] = []
  for (const registration of registrationsAt(repository, folder)) {
    if (isWanted(registration))
      throw new Error(
        `${folder} is locked by \`git worktree lock\`; \`git worktree unlock ${folder}\` lets its item start over.`,
      )
    if (isHalfMade(registration)) {
      if (isLinked(registration)) removeFolder(folder)
    } else kept.push(...(await keepWork(main, place, registration)))
    forget(registration)
  }
  if (!existsSync(folder)) return kept
  if (readdirSync(folder).length === 0) rmdirSync(folder)
  else kept.push(moveAside(folder))
  return kept
}

/** Takes the worktree away, if it is there; whatever no commit of its branch has is kept. */
async function keepWork(main: Git, place: Place, registration: Registration): Promise<string[]> {
  const { folder, item, start, branch } = place
  const { gitFolder } = registration
  const found = await main.try(
    ...['rev-parse', '--verify', '--quiet', `worktrees/${basename(gitFolder)}/HEAD^{commit}`],
  )
  const head = found.exitCode === 0 ? found.stdout.trim() : undefined
  if (head === undefined) return []
  const isKnown =
    (await isAncestor(main, head, start)) || (await isAncestor(main, head, `refs/heads/${branch}`))
  const kept = isKnown ? [] : [await keepCommit(main, item, head)]
  if (!isLinked(registration)) return kept
  const git = new Git(folder, registration)
  const status = await statusOf(git)
  if ((await beyondCommits(git, status)).length === 0) {
    kept.push(
      ...(await keepAll(git, item, { status, isOwn: () => true, redactor: place.redactor })),
    )
    removeFolder(folder)
  } else {
    const aside = moveAside(folder)
    rmSync(join(aside, '.git')) // it would lead to the worktree that comes in its place
    kept.push(aside)
  }
  return kept
}

/** Where all that is in the folder is now. */
function moveAside(folder: string): string {
  const aside = `${folder}.kept-${Date.now()}`
  renameSync(folder, aside)
  return aside
}

/** The branch may have commits that the new one will not have. */
async function keepBranch(main: Git, { branch, item, start }: Place): Promise<string[]> {
  const found = await main.try('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
  const tip = found.stdout.trim()
  if (found.exitCode !== 0 || (await isAncestor(main, tip, start))) return []
  return [await keepCommit(main, item, tip)]
}

/**
 * A worktree of ours with this branch in a folder that is gone, or that is another repository's, as when this one was moved
 * or copied. One that the user has made may be on a disk that is not mounted now, and what is staged there is nowhere
 * else: git then names it and refuses.
 */
function forgetElsewhere({ repository, branch, folder }: Place): void {
  for (const registration of registrationsOf(repository))
    if (
      registration.branch === branch &&
      endOf(registration.folder) === endOf(folder) &&
      !isLinked(registration) &&
      !isWanted(registration)
    )
      forget(registration)
}

/** `worktrees/<workflow>/<item>`; where that is depends on where the repository is, and on the user's settings. */
function endOf(folder: string): string {
  return folder.split(sep).slice(-3).join(sep)
}

/** For the user alone: the folder may be in one that others write to. */
function makeParent({ folder }: Place): void {
  const parent = dirname(folder)
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${parent} cannot be made: ${why}. ${ELSEWHERE}`, { cause: error })
  }
  for (const made of [parent, ...ownFoldersAbove(parent)])
    if (process.getuid !== undefined && lstatSync(made).uid !== process.getuid())
      throw new Error(`${made} belongs to another user. ${ELSEWHERE}`)
}

/** `<place>/<repository>/worktrees`, and the place if its name is ours: who owns one of them could replace what is in it. */
function ownFoldersAbove(parent: string): string[] {
  const worktrees = dirname(parent)
  const repository = dirname(worktrees)
  const place = dirname(repository)
  return [worktrees, repository, ...(basename(place).startsWith('agentos-') ? [place] : [])]
}

/**
 * Packages that are installed in the repository are found by whoever searches further up from the worktree, as in any
 * folder of the repository. A set-up that installs its own comes first.
 */
function offerModules({ repository, folder }: Place): void {
  const modules = join(repository, 'node_modules')
  const link = join(dirname(dirname(folder)), 'node_modules')
  if (!existsSync(modules) || !relative(repository, folder).startsWith('..')) return
  if (existsSync(link) && realpathSync(link) === realpathSync(modules)) return
  rmSync(link, { force: true })
  try {
    symlinkSync(modules, link, 'junction')
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw error // another item has just made it
  }
}
