/**
 * The worktree of one item below the state directory. Whatever is done to it begins by looking, so
 * that it can be done again after a kill; whatever would be lost is kept as a ref first.
 */
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Repository } from '../authoring/repository.ts'
import type { RunContext } from '../authoring/run-context.ts'
import type { Worktree } from '../authoring/worktree.ts'
import { pathTrouble } from '../files/plain-path.ts'
import { Git, UNSIGNED } from './git.ts'
import { keepCommit, keepFiles, literal } from './leftovers.ts'
import { userRepository } from './user-repository.ts'
import {
  beyondCommits,
  changesSince,
  isRepository,
  removeIfCommitted,
  type Status,
  statusOf,
} from './worktree-status.ts'

/** Whatever a NUL in a file, an attribute or the user's config says about showing it otherwise. */
const AS_IT_IS = ['--no-color', '--no-ext-diff', '--no-textconv', '--text']

export class ItemWorktree {
  readonly branch: string
  readonly root: string
  readonly #main: Git
  readonly #git: Git
  readonly #files: Repository
  readonly #command: RunContext['command']
  readonly #item: string
  /** It has been looked at; what this process does leaves it so. */
  #isOurs = false

  constructor(options: {
    /** The user's repository. */
    readonly repository: string
    /** Where the worktree is, or will be; its name is the item's. */
    readonly folder: string
    readonly branch: string
    readonly command: RunContext['command']
  }) {
    this.branch = options.branch
    this.root = options.folder
    this.#item = basename(options.folder)
    this.#main = new Git(options.repository)
    this.#git = new Git(options.folder)
    this.#files = userRepository(options.folder)
    this.#command = options.command
  }

  /** As a workflow sees it. */
  view(): Worktree {
    return {
      ...this.#files,
      branch: this.branch,
      command: this.#command,
      create: (from) => this.#create(from),
      goTo: (commit, isOwn) => this.#goTo(commit, isOwn),
      pathTrouble: (path) => pathTrouble(this.root, path),
      write: async (path, text) => {
        this.#refuse(path)
        await this.#files.write(path, text)
      },
      remove: async (path) => {
        this.#refuse(path)
        rmSync(join(this.root, path), { force: true })
      },
      commit: (message, paths) => this.#commit(message, paths),
      commitWithHooks: (message, paths) => this.#commitWithHooks(message, paths),
      changesSince: (commit) => changesSince(this.#git, commit),
      // All worktrees share their commits, so these two need no files.
      diff: (from, to, paths = []) =>
        this.#main.read('diff', ...AS_IT_IS, from, to, '--', ...paths.map(literal)),
      treeOf: (commit) => this.#main.read('rev-parse', `${commit}^{tree}`),
      conflictsWith: (commit) => this.#conflictsWith(commit),
      finish: () => removeIfCommitted(this.#main.folder, this.root),
    }
  }

  #refuse(path: string): void {
    const trouble = pathTrouble(this.root, path)
    if (trouble !== undefined)
      throw new Error(`Path ${JSON.stringify(path)} is refused: ${trouble}.`)
  }

  async #create(from: readonly string[]) {
    const [first = 'HEAD', ...others] = from
    const start = await this.#main.read('rev-parse', `${first}^{commit}`)
    const kept = [...(await this.#clearPlace(start)), ...(await this.#clearBranch(start))]
    mkdirSync(dirname(this.root), { recursive: true, mode: 0o700 })
    await this.#add(start)
    const conflicts = await this.#merge(others)
    return { commit: await this.#git.read('rev-parse', 'HEAD'), kept, conflicts }
  }

  /** A folder that somebody has removed may still be known to git; only then is that forgotten. */
  async #add(start: string): Promise<void> {
    const add = ['worktree', 'add', '--quiet', '-B', this.branch, this.root, start]
    const { exitCode, stderr } = await this.#main.try(...add)
    if (exitCode === 0) return
    if (/already registered|already checked out|already used/.test(stderr))
      await this.#main.read('worktree', 'prune')
    await this.#main.read(...add)
  }

  async #merge(commits: readonly string[]): Promise<string[]> {
    for (const commit of commits) {
      const identity = await this.#git.identity()
      const merge = await this.#git.try(...identity, 'merge', '--no-edit', '--quiet', commit)
      if (merge.exitCode === 0) continue
      const files = await this.#git.read('diff', '--name-only', '--diff-filter=U', '-z')
      await this.#git.try('merge', '--abort')
      return files.split('\0').filter((file) => file !== '')
    }
    return []
  }

  /** Makes room where the worktree shall be; what is there and would be lost is kept. */
  async #clearPlace(start: string): Promise<string[]> {
    if (!(await this.#isWorktree())) return existsSync(this.root) ? [this.#moveAside()] : []
    const status = await statusOf(this.#git)
    const kept = await this.#keepHead(status.head, start)
    if ((await beyondCommits(this.#git, status)).length === 0) {
      kept.push(...(await this.#keepAll(status, () => true)))
    } else {
      const aside = this.#moveAside()
      rmSync(join(aside, '.git')) // it would lead to the worktree that comes in its place
      kept.push(aside)
    }
    await this.#main.read('worktree', 'remove', '--force', this.root)
    return kept
  }

  /** Where all that is in the folder is now. */
  #moveAside(): string {
    const aside = `${this.root}.kept-${Date.now()}`
    renameSync(this.root, aside)
    return aside
  }

  /** Somebody may have committed where no branch is. */
  async #keepHead(head: string, start: string): Promise<string[]> {
    const isKnown = await this.#isAncestor(head, start)
    if (isKnown || (await this.#isAncestor(head, `refs/heads/${this.branch}`))) return []
    return [await keepCommit(this.#main, this.#item, head)]
  }

  /** The branch may have commits that the new one will not have. */
  async #clearBranch(start: string): Promise<string[]> {
    const found = await this.#main.try(
      'rev-parse',
      '--verify',
      '--quiet',
      `refs/heads/${this.branch}`,
    )
    const tip = found.stdout.trim()
    if (found.exitCode !== 0 || (await this.#isAncestor(tip, start))) return []
    return [await keepCommit(this.#main, this.#item, tip)]
  }

  async #goTo(commit: string, isOwn: (path: string) => boolean) {
    const status = (await this.#isWorktree()) ? await statusOf(this.#git) : undefined
    if (status?.branch !== this.branch) {
      const { kept } = await this.#create([commit])
      return { kept, isNew: true }
    }
    const kept = await this.#keepAll(status, isOwn)
    const { head } = status
    if (head !== commit && !(await this.#isAncestor(head, commit)))
      kept.push(await keepCommit(this.#git, this.#item, head))
    if (head !== commit) await this.#git.read('reset', '--hard', '--quiet', commit)
    return { kept, isNew: false }
  }

  /** Keeps what is not committed, and takes it away: untracked files only if they are our own. */
  async #keepAll(status: Status, isOwn: (path: string) => boolean): Promise<string[]> {
    const own = status.untracked.filter((path) => !isRepository(path) && isOwn(path))
    if (status.changed.length === 0 && own.length === 0) return []
    const ref = await keepFiles(this.#git, this.#item, own)
    await this.#git.read('reset', '--hard', '--quiet', 'HEAD')
    for (const path of own) rmSync(join(this.root, path), { force: true })
    return [ref]
  }

  async #commit(message: string, paths: readonly string[]): Promise<string> {
    if (await this.#stage(paths)) {
      const identity = await this.#git.identity()
      await this.#git.read(...identity, 'commit', '--quiet', '-m', message)
    }
    return this.#git.read('rev-parse', 'HEAD')
  }

  /** A hook may take its time and has something to say: it runs as a command of the item. */
  async #commitWithHooks(message: string, paths: readonly string[]): Promise<string> {
    if (await this.#stage(paths)) {
      const identity = await this.#git.identity()
      await this.#command('git', [...identity, ...UNSIGNED, 'commit', '--quiet', '-m', message])
    }
    return this.#git.read('rev-parse', 'HEAD')
  }

  /** Whether there is something to commit. */
  async #stage(paths: readonly string[]): Promise<boolean> {
    const known = new Set((await statusOf(this.#git)).changed)
    const changed = paths.filter((path) => known.has(path) || existsSync(join(this.root, path)))
    if (changed.length > 0)
      await this.#git.read('add', '--all', '--force', '--', ...changed.map(literal))
    return (await this.#git.try('diff', '--cached', '--quiet')).exitCode !== 0
  }

  async #conflictsWith(commit: string): Promise<string[]> {
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z']
    const { exitCode, stdout, stderr } = await this.#git.try(...args, commit, 'HEAD')
    if (exitCode === 0) return []
    if (exitCode !== 1) throw new Error(`git merge-tree failed: ${stderr.trim()}`)
    const [, ...files] = stdout.split('\0')
    return files.filter((file) => file !== '')
  }

  /** Where `.git` is no file, git would go on looking further up: in the user's own folder. */
  async #isWorktree(): Promise<boolean> {
    const link = lstatSync(join(this.root, '.git'), { throwIfNoEntry: false })
    if (link?.isFile() !== true) return false
    this.#isOurs ||= await this.#takeOver()
    return this.#isOurs
  }

  /** A git that was killed leaves its lock; nobody else works here, so it is nobody's. */
  async #takeOver(): Promise<boolean> {
    const places = ['--show-toplevel', '--absolute-git-dir', '--git-path']
    const { exitCode, stdout } = await this.#git.try(
      ...['rev-parse', ...places, `refs/heads/${this.branch}`],
    )
    const [top, folder, ref] = stdout.split('\n')
    if (exitCode !== 0 || top !== realpathSync(this.root)) return false
    for (const name of [`${folder}/index`, `${folder}/HEAD`, ref])
      rmSync(`${name}.lock`, { force: true })
    return true
  }

  async #isAncestor(first: string, second: string): Promise<boolean> {
    return (await this.#main.try('merge-base', '--is-ancestor', first, second)).exitCode === 0
  }
}
