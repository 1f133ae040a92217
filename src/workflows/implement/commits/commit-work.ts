/** Commits of an item's work, with the messages that the repository and its hooks for messages want. */
import type { CommandOptions } from '../../../authoring/run-context.ts'
import { type Build, projectPath } from '../build.ts'
import { type CommitKind, commitMessage } from './commit-messages.ts'

/** Without hooks that judge content. Returns the commit; the last one if none of the paths differs. */
export function commitWork(
  build: Build,
  options: {
    readonly kind: CommitKind
    readonly paths: readonly string[]
    /** The deleted file. */
    readonly path?: string
  },
): Promise<string> {
  const { kind, paths, path } = options
  return build.worktree.commit(commitMessage(build.commits, kind, path), paths, hookOptions(build))
}

/** How hooks of the repository are run. */
export function hookOptions(build: Build): Pick<CommandOptions, 'timeoutMs' | 'env'> {
  return { timeoutMs: build.settings.commandTimeout, env: { PATH: projectPath(build) } }
}
