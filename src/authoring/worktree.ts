/** A git worktree of an item's own, on a branch of its own: what `RunContext.worktree` gives. */
import type { Repository } from './repository.ts'
import type { CommandOptions, CommandResult, RunContext } from './run-context.ts'

export interface ChangedFile {
  readonly path: string
  readonly change: 'added' | 'modified' | 'deleted'
}

/** A commit, or what the hook that refused it has printed. */
export type HookedCommit = { readonly commit: string } | { readonly refused: CommandResult }

/** What a hook has said against a commit's message. */
export interface RefusedMessage extends CommandResult {
  /** `commit-msg`, as git calls it. */
  readonly hook: string
  readonly message: string
}

export interface Worktree extends Repository {
  readonly branch: string
  /**
   * Makes it, on its branch, from these commits: the first one, with the others merged into it. What
   * was there before is kept and told, never deleted. Files that cannot be merged are told as conflicts, and the branch stays
   * where it was; append-only ones keep the lines of both sides.
   */
  create(from: readonly string[]): Promise<{
    readonly commit: string
    readonly kept: readonly string[]
    readonly conflicts: readonly string[]
  }>
  /**
   * Goes back to a commit if it is not there, as after a kill. What is in the way (changed files, and
   * untracked ones that `isOwn` names) is first kept under `refs/agentos/leftover/`.
   */
  goTo(
    commit: string,
    isOwn: (path: string) => boolean,
  ): Promise<{ readonly kept: readonly string[]; readonly isNew: boolean }>
  /** Why a path may not be written to, whatever a design says; undefined if it may. */
  pathTrouble(path: string): string | undefined
  /** The first known secret in a text, or the mark of one that was taken out since `before`, with its line. */
  secretIn(
    text: string,
    before?: string,
  ): { readonly id: string; readonly line: number } | undefined
  remove(path: string): Promise<void>
  /**
   * Commits exactly these paths as they are now, without hooks; the commit as it was, if nothing differs. With `hooks`, those for
   * messages are run, and the text that they leave is committed; a message that they refuse is committed as it is.
   */
  commit(
    message: string,
    paths: readonly string[],
    hooks?: Pick<CommandOptions, 'timeoutMs' | 'env'>,
  ): Promise<string>
  /** The same with the user's hooks. Refused, the paths are again as the last commit has them. */
  commitWithHooks(
    message: string,
    paths: readonly string[],
    options: Pick<CommandOptions, 'timeoutMs' | 'env'>,
  ): Promise<HookedCommit>
  /** Whether the user has a hook for the messages of commits, where git finds it in this worktree. */
  hasMessageHook(): Promise<boolean>
  /** The first of these messages that such a hook refuses, tried without a commit; undefined if it takes all. */
  refusedMessage(
    messages: readonly string[],
    options: Pick<CommandOptions, 'timeoutMs' | 'env'>,
  ): Promise<RefusedMessage | undefined>
  /** What differs from a commit now, untracked files included. */
  changesSince(commit: string): Promise<readonly ChangedFile[]>
  /** Files that differ between two commits. */
  changesBetween(from: string, to: string): Promise<readonly ChangedFile[]>
  /** All of it as text, or what it says of these paths. */
  diff(from: string, to: string, paths?: readonly string[]): Promise<string>
  treeOf(commit: string): Promise<string>
  /**
   * Whether the branch's last commit and this one can be merged: files that both have changed so that they cannot, and
   * append-only ones that keep the lines of both (`united`).
   */
  mergeWith(commit: string): Promise<{
    readonly conflicts: readonly string[]
    readonly united: readonly string[]
    /** The merged files, as a git tree. */
    readonly tree: string
    /** The last commit that both have. */
    readonly since: string
  }>
  /**
   * Does something while the files are those of the branch with these commits merged into it; the branch stays as it is. A
   * commit that cannot be merged with those before it is left out: `merged` has those that are in it, the first at least.
   */
  whileMerged<T>(
    commits: readonly string[],
    work: (merged: readonly string[]) => Promise<T>,
  ): Promise<T>
  /** Runs a program in it. */
  readonly command: RunContext['command']
  /** Removes it, if all that is in it is committed; its branch stays. */
  finish(): Promise<{ readonly removed: boolean; readonly left: readonly string[] }>
}
