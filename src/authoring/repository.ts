import type { ContextOptions, RepositoryContext } from '../model/context.ts'
import type { Folders } from '../model/folders.ts'
import type { Issue } from '../model/issue.ts'
import type { OnRemark } from '../model/remark.ts'

export interface Branch {
  /** Without the name of a remote: `agentos/42-due-dates`. */
  readonly name: string
  readonly commit: string
}

/** Signatures on what is approved, as the config wants them (`evidence`). */
export interface Signing {
  /** The signature for a text; left out, nothing is signed. */
  readonly sign?: (text: string) => Promise<string>
  /** Whether this is an allowed signer's signature for this text; left out, none is needed. */
  readonly isSigned?: (text: string, signature: string) => Promise<boolean>
}

/** The user's repository. Paths are relative to its root and cannot leave it. */
export interface Repository {
  readonly root: string
  readonly signing?: Signing
  /** Where designs, lineage and reports are, as the config says (`folders`). */
  readonly folders: Folders
  /** The text of a file, or `undefined` if there is none. A symbolic link is none, nor what lies behind one. */
  read(path: string): Promise<string | undefined>
  /** Whether a file is UTF-8: in another encoding, `read` would lose letters. */
  isUtf8(path: string): Promise<boolean>
  /** Writes beside and renames: a reader sees the old file or the new one, whole. */
  write(path: string, text: string): Promise<void>
  /** Every file that git does not ignore. */
  files(): Promise<readonly string[]>
  /** The names in a folder, without symbolic links; none if it does not exist. */
  list(path: string): Promise<readonly string[]>
  /**
   * Those of the folder `issues/`, or of GitHub if that is where the run takes them from. Those with a
   * `mockFile` were written by the mock provider: a workflow leaves them out unless `mock`. Files that are no issue
   * are told to `onRemark`; give it that of `collect`.
   */
  openIssues(onRemark?: OnRemark): Promise<readonly Issue[]>
  /** The one with this number; undefined if there is none that is open. */
  openIssue(number: string): Promise<Issue | undefined>
  /** Tracked files that differ from the last commit; none without git. */
  uncommitted(): Promise<readonly string[]>
  /** Branches whose name begins so, those of remotes behind the own ones; none without git. */
  branches(prefix: string): Promise<readonly Branch[]>
  /** The commit that a name means; undefined if it means none. */
  commitOf(name: string): Promise<string | undefined>
  /** The text of a file as a commit has it. */
  readAt(commit: string, path: string): Promise<string | undefined>
  /** The last commit, up to this one, that has changed a file; undefined if there is none. */
  lastChange(commit: string, path: string): Promise<string | undefined>
  /** The paths of files in which a commit differs from a tree; undefined if there is no such tree. */
  differing(tree: string, commit: string): Promise<readonly string[] | undefined>
  /** The subjects of the last commits up to this one, the newest first, without those of merges. */
  subjects(commit: string, most: number): Promise<readonly string[]>
  /** Whether the first commit led to the second. */
  isAncestor(first: string, second: string): Promise<boolean>
  /**
   * What a model should see of the repository for a question: the files and symbols that it speaks of, whole or by region,
   * outlines of their neighbours, tests and docs, and the tree; within a budget of tokens. Call it within a step:
   * it reads the repository as it is at that moment. Not for `collect`, which runs in the coordinator.
   *
   * @example
   * ```ts
   * const seen = await step('read', () => repo.context(item.body, { budget: 20_000 }))
   * await ask('drafter', { task: 'draft', text: `${item.body}\n\n${seen.text}` })
   * ```
   */
  context(question: string, options?: ContextOptions): Promise<RepositoryContext>
}
