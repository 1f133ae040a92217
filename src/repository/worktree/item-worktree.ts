/**
 * The worktree of one item below the state directory. Whatever is done to it begins by looking, so
 * that it can be done again after a kill; whatever would be lost is kept as a ref first. All of it is done
 * in this worktree or not at all: `.git` links folder and repository, and where that link is gone, before or
 * meanwhile, the work is lost (`WorktreeLost`) and begins again in a worktree that is made anew.
 */
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Repository } from '../../authoring/repository.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import { pathTrouble } from '../../files/plain-path.ts'
import type { Redactor } from '../../model/secrets/redactor.ts'
import { Git, GitInterrupted, UNSIGNED } from '../git/git.ts'
import { boundsOf } from '../git/git-environment.ts'
import { changesBetween } from '../git/history.ts'
import { userRepository } from '../user-repository.ts'
import { commitPaths, orKilled } from './committing.ts'
import type { UnguardedWorktree } from './guarded-worktree.ts'
import { isAncestor, keepAll, keepCommit, literal } from './leftovers.ts'
import { makeWorktree } from './make-worktree.ts'
import { conflictsBetween, merge } from './merging.ts'
import { isOwnLock, removeOwnLocks } from './own-locks.ts'
import { isHalfMade, isLinked, type Registration, registrationsAt } from './registrations.ts'
import { changesSince, removeIfCommitted, statusOf } from './worktree-status.ts'

/** Whatever a NUL in a file, an attribute or the user's config says about showing it otherwise. */
const AS_IT_IS = [
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--text', '--ignore-submodules=none'],
  ...['--src-prefix=a/', '--dst-prefix=b/'],
]

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

export class ItemWorktree {
  readonly branch: string
  readonly root: string
  readonly #main: Git
  readonly #files: Repository
  readonly #command: RunContext['command']
  readonly #item: string
  readonly #redactor: Redactor
  #opened: Opened | undefined
  /** What killed processes have left is out of the way; what this process does leaves nothing. */
  #isTakenOver = false

  constructor(options: {
    /** The user's repository. */
    readonly repository: string
    /** Where the worktree is, or will be; its name is the item's. */
    readonly folder: string
    readonly branch: string
    readonly command: RunContext['command']
    readonly redactor: Redactor
  }) {
    this.branch = options.branch
    this.root = options.folder
    this.#item = basename(options.folder)
    this.#main = new Git(options.repository, { isOwnLock: this.#isOwnLock })
    this.#files = userRepository(options.folder)
    this.#command = options.command
    this.#redactor = options.redactor
  }

  /** As a workflow sees it. */
  view(): UnguardedWorktree {
    const inside = this.#inside.bind(this)
    return {
      ...within(this.#files, inside),
      branch: this.branch,
      command: (program, args, asked = {}) => {
        const env = { ...boundsOf(this.root, process.env), ...asked.env }
        return inside(() => this.#command(program, args, { ...asked, env }))
      },
      create: (from) => this.#create(from),
      goTo: (commit, isOwn) => this.#goTo(commit, isOwn),
      pathTrouble: (path) => pathTrouble(this.root, path),
      write: (path, text) =>
        inside(async () => {
          this.#refuse(path)
          await this.#files.write(path, text)
        }),
      remove: (path) =>
        inside(async () => {
          this.#refuse(path)
          rmSync(join(this.root, path), { force: true })
        }),
      commit: (message, paths) => inside((git) => commitPaths(git, { message, paths })),
      commitWithHooks: (message, paths) =>
        inside((git) => commitPaths(git, { message, paths, run: this.#withHooks() })),
      changesSince: (commit) => inside((git) => changesSince(git, commit)),
      // All worktrees share their commits, so these need no files.
      changesBetween: (from, to) => changesBetween(this.#main, from, to),
      diff: (from, to, paths = []) =>
        this.#main.read('diff', ...AS_IT_IS, from, to, '--', ...paths.map(literal)),
      treeOf: (commit) => this.#main.read('rev-parse', `${commit}^{tree}`),
      conflictsWith: (commit) => inside((git) => conflictsBetween(git, commit)),
      finish: () => removeIfCommitted(this.#main.folder, this.root),
    }
  }

  #refuse(path: string): void {
    const trouble = pathTrouble(this.root, path)
    if (trouble !== undefined)
      throw new Error(`Path ${JSON.stringify(path)} is refused: ${trouble}.`)
  }

  /** Does something in the worktree; what is done while that is being removed counts as nothing. */
  async #inside<T>(work: (git: Git) => Promise<T>): Promise<T> {
    const { git, registration } = this.#open()
    const lost = () => (isLinked(registration) ? undefined : new WorktreeLost(this.root))
    try {
      const result = await work(git)
      const isLost = lost()
      if (isLost !== undefined) throw isLost
      return result
    } catch (error) {
      throw lost() ?? error
    }
  }

  #open(): Opened {
    if (this.#opened !== undefined && isLinked(this.#opened.registration)) return this.#opened
    const registration = this.#find()
    if (registration === undefined) throw new WorktreeLost(this.root)
    const { gitFolder } = registration
    const git = new Git(this.root, { gitFolder, isOwnLock: this.#isOwnLock })
    this.#opened = { registration, git }
    return this.#opened
  }

  #find(): Registration | undefined {
    const known = registrationsAt(this.#main.folder, this.root)
    return known.find((registration) => isLinked(registration) && !isHalfMade(registration))
  }

  async #create(from: readonly string[]) {
    this.#takeOver()
    this.#opened = undefined
    const make = () => makeWorktree(this.#main, { ...this.#place, from, redactor: this.#redactor })
    const { kept } = await make().catch((error) => {
      // Somebody may have removed the state directory meanwhile; a second failure has another cause.
      if (error instanceof GitInterrupted) throw error
      return make()
    })
    const { git } = this.#open()
    const conflicts = await merge(git, from.slice(1))
    return { commit: await git.read('rev-parse', 'HEAD'), kept, conflicts }
  }

  async #goTo(commit: string, isOwn: (path: string) => boolean) {
    this.#takeOver()
    const kept = await this.#inside((git) => this.#reset(git, commit, isOwn)).catch((error) => {
      if (error instanceof WorktreeLost) return undefined
      throw error
    })
    if (kept !== undefined) return { kept, isNew: false }
    return { kept: (await this.#create([commit])).kept, isNew: true }
  }

  /** Returns what was kept, or nothing if another branch is checked out here. */
  async #reset(git: Git, commit: string, isOwn: (path: string) => boolean) {
    const status = await statusOf(git)
    if (status.branch !== this.branch) return undefined
    const kept = await keepAll(git, this.#item, { status, isOwn, redactor: this.#redactor })
    const { head } = status
    if (head !== commit && !(await isAncestor(git, head, commit)))
      kept.push(await keepCommit(git, this.#item, head))
    if (head !== commit) await git.read('reset', '--hard', '--quiet', commit)
    return kept
  }

  /** A hook may take its time and has something to say: it runs as a command of the item. */
  #withHooks(): (args: readonly string[]) => Promise<unknown> {
    const place = [`--git-dir=${this.#open().registration.gitFolder}`, `--work-tree=${this.root}`]
    return (args) => this.#command('git', [...place, ...UNSIGNED, ...args]).catch(orKilled)
  }

  /** This process has the item's lock, and the last one that had it is gone with all that it started. */
  #takeOver(): void {
    if (!this.#isTakenOver) removeOwnLocks(this.#place)
    this.#isTakenOver = true
  }

  get #place() {
    return { repository: this.#main.folder, folder: this.root, branch: this.branch }
  }

  readonly #isOwnLock = (path: string): boolean => isOwnLock(this.#place, path)
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
