/**
 * The worktree of one item. Whatever is done to it begins by looking, so
 * that it can be done again after a kill; whatever would be lost is kept as a ref first. All of it is done
 * in this worktree or not at all: `.git` links folder and repository, and where that link is gone, before or
 * meanwhile, the work is lost (`WorktreeLost`) and begins again in a worktree that is made anew.
 */
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Repository } from '../../authoring/repository.ts'
import type { CommandOptions, CommandResult, RunContext } from '../../authoring/run-context.ts'
import { pathTrouble } from '../../files/plain-path.ts'
import type { Redactor } from '../../model/secrets/redactor.ts'
import { Git, GitInterrupted, UNSIGNED } from '../git/git.ts'
import { boundsOf } from '../git/git-environment.ts'
import { changesBetween, historyOf } from '../git/history.ts'
import { userRepository } from '../user-repository.ts'
import { commitPaths, commitWithHooks } from './committing.ts'
import type { UnguardedWorktree } from './guarded-worktree.ts'
import { isAncestor, keepAll, keepCommit, literal } from './leftovers.ts'
import { makeWorktree } from './make-worktree.ts'
import { conflictsAmong, merge, tryMerge, whileMerged } from './merging.ts'
import { hasMessageHook, hookedMessage, refusedMessage } from './message-hooks.ts'
import { isOwnLock, removeOwnLocks } from './own-locks.ts'
import { isHalfMade, isLinked, type Registration, registrationsAt } from './registrations.ts'
import { changesSince, removeIfCommitted, statusOf } from './worktree-status.ts'

/** Whatever a NUL in a file, an attribute or the user's config says about showing it otherwise. */
const AS_IT_IS = [
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--text', '--ignore-submodules=none'],
  ...['--src-prefix=a/', '--dst-prefix=b/'],
]

/** Of what a hook prints. */
const MOST_SAID = 4_000

/** Somebody has removed the worktree, or its link to the repository. */
export class WorktreeLost extends Error {
  override readonly name = 'WorktreeLost'

  constructor(folder: string) {
    super(`The worktree ${folder} was removed, or its .git, while it was worked in.`)
  }
}

interface Opened {
  readonly registration: Registration
  readonly git: Git
}

/** As a workflow sees it. */
export function itemWorktree(options: {
  /** The user's repository. */
  readonly repository: string
  /** Where the worktree is, or will be; its name is the item's. */
  readonly folder: string
  /** What is read and written in it; left out, its plain files. */
  readonly files?: Repository
  readonly branch: string
  /** Globs of files whose lines are all kept where branches meet. */
  readonly appendOnly?: readonly string[]
  readonly command: RunContext['command']
  readonly redactor: Redactor
}): UnguardedWorktree {
  const { repository, folder: root, branch, appendOnly = [], command, redactor } = options
  const place = { repository, folder: root, branch }
  const item = basename(root)
  const locks = { isOwnLock: (path: string) => isOwnLock(place, path) }
  const main = new Git(repository, locks)
  const files = options.files ?? userRepository(root)
  let opened: Opened | undefined
  /** What killed processes have left is out of the way; what this process does leaves nothing. */
  let isTakenOver = false

  return {
    ...within(files, inside),
    branch,
    command: (program, args, asked = {}) => {
      const env = { ...boundsOf(root, process.env), ...asked.env }
      return inside(() => command(program, args, { ...asked, env }))
    },
    create,
    goTo,
    pathTrouble: (path) => pathTrouble(root, path),
    write: (path, text) =>
      inside(async () => {
        refuse(path)
        await files.write(path, text)
      }),
    remove: (path) =>
      inside(async () => {
        refuse(path)
        rmSync(join(root, path), { force: true })
      }),
    commit: (message, paths, hooks) =>
      inside((git) =>
        commitPaths(git, {
          paths,
          message: async () => {
            if (hooks === undefined || !(await hasMessageHook(git))) return message
            const { gitFolder } = open().registration
            return redactor.redact(
              await hookedMessage(message, { gitFolder, run: withHooks(hooks) }),
            )
          },
        }),
      ),
    commitWithHooks: (message, paths, asked) =>
      inside((git) => {
        const { gitFolder } = open().registration
        return commitWithHooks(git, { message, paths, gitFolder, run: withHooks(asked) })
      }),
    hasMessageHook: () => inside(hasMessageHook),
    refusedMessage: (messages, asked) =>
      inside(() => {
        const { gitFolder } = open().registration
        return refusedMessage(messages, { gitFolder, run: withHooks(asked) })
      }),
    changesSince: (commit) => inside((git) => changesSince(git, commit)),
    // All worktrees share their commits, so these need no files: who asks may have lost them.
    readAt: async (commit, path) =>
      historyOf(repository).readAt(commit === 'HEAD' ? `refs/heads/${branch}` : commit, path),
    changesBetween: (from, to) => changesBetween(main, from, to),
    diff: (from, to, paths = []) =>
      main.read('diff', ...AS_IT_IS, from, to, '--', ...paths.map(literal)),
    treeOf: (commit) => main.read('rev-parse', `${commit}^{tree}`),
    mergeWith: (commit) => inside((git) => tryMerge(git, [commit, 'HEAD'], appendOnly)),
    whileMerged: (commits, work) =>
      inside((git) => whileMerged(git, { commits, appendOnly }, work)),
    finish: () => removeIfCommitted(repository, root),
  }

  function refuse(path: string): void {
    const trouble = pathTrouble(root, path)
    if (trouble !== undefined)
      throw new Error(`Path ${JSON.stringify(path)} is refused: ${trouble}.`)
  }

  /** Does something in the worktree; what is done while that is being removed counts as nothing. */
  async function inside<T>(work: (git: Git) => Promise<T>): Promise<T> {
    const { git, registration } = open()
    const lost = () => (isLinked(registration) ? undefined : new WorktreeLost(root))
    try {
      const result = await work(git)
      const isLost = lost()
      if (isLost !== undefined) throw isLost
      return result
    } catch (error) {
      throw lost() ?? error
    }
  }

  function open(): Opened {
    if (opened !== undefined && isLinked(opened.registration)) return opened
    const registration = registrationsAt(repository, root).find(
      (known) => isLinked(known) && !isHalfMade(known),
    )
    if (registration === undefined) throw new WorktreeLost(root)
    const git = new Git(root, { ...locks, gitFolder: registration.gitFolder })
    opened = { registration, git }
    return opened
  }

  async function create(from: readonly string[]) {
    takeOver()
    const start = from[0] ?? 'HEAD'
    const expected = await conflictsAmong(main, from, appendOnly)
    if (expected.length > 0) return { commit: start, kept: [], conflicts: expected }
    const before = await main.try('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
    opened = undefined
    const make = () => makeWorktree(main, { ...place, from, redactor })
    const { kept } = await make().catch((error) => {
      // Somebody may have removed the state directory meanwhile; a second failure has another cause.
      if (error instanceof GitInterrupted) throw error
      return make()
    })
    const { git } = open()
    const conflicts = await merge(git, from.slice(1), appendOnly)
    // Attributes of the user's checkout, which the worktree has not, may have let the trial pass.
    if (conflicts.length > 0 && before.exitCode === 0)
      await git.read('reset', '--hard', '--quiet', before.stdout.trim())
    return { commit: await git.read('rev-parse', 'HEAD'), kept, conflicts }
  }

  async function goTo(commit: string, isOwn: (path: string) => boolean) {
    takeOver()
    const kept = await inside((git) => reset(git, commit, isOwn)).catch((error) => {
      if (error instanceof WorktreeLost) return undefined
      throw error
    })
    if (kept !== undefined) return { kept, isNew: false }
    return { kept: (await create([commit])).kept, isNew: true }
  }

  /** Returns what was kept, or nothing if another branch is checked out here. */
  async function reset(git: Git, commit: string, isOwn: (path: string) => boolean) {
    const status = await statusOf(git)
    if (status.branch !== branch) return undefined
    const kept = await keepAll(git, item, { status, isOwn, redactor })
    const { head } = status
    if (head !== commit && !(await isAncestor(git, head, commit)))
      kept.push(await keepCommit(git, item, head))
    if (head !== commit) await git.read('reset', '--hard', '--quiet', commit)
    return kept
  }

  /** A hook may take its time and has something to say: it runs as a command of the item. */
  function withHooks(
    asked: Pick<CommandOptions, 'timeoutMs' | 'env'>,
  ): (args: readonly string[]) => Promise<CommandResult> {
    const where = [`--git-dir=${open().registration.gitFolder}`, `--work-tree=${root}`]
    const env = { ...asked.env, GIT_EDITOR: ':' }
    const how = { ...asked, allowFailure: true, capture: MOST_SAID, env }
    return (args) => command('git', [...where, ...UNSIGNED, ...args], how)
  }

  /** This process has the item's lock, and the last one that had it is gone with all that it started. */
  function takeOver(): void {
    if (!isTakenOver) removeOwnLocks(place)
    isTakenOver = true
  }
}

/** The same functions, each of them inside. */
function within<T extends object>(
  functions: T,
  inside: <R>(work: () => Promise<R>) => Promise<R>,
): T {
  const entries = Object.entries(functions).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...args: unknown[]) => inside(() => value(...args)) : value,
  ])
  return Object.fromEntries(entries) as T
}
