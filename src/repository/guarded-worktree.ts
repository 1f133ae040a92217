import type { Worktree } from '../authoring/worktree.ts'
import type { Redactor } from '../model/redactor.ts'
import { secretInFile, withoutSecrets } from './without-secrets.ts'

export type UnguardedWorktree = Omit<Worktree, 'secretIn'>

/**
 * A worktree that known secrets do not get out of: texts and messages come without them, and a file that
 * somebody else has written one into is not committed.
 */
export function guarded(worktree: UnguardedWorktree, redactor: Redactor): Worktree {
  const { root, commit, commitWithHooks } = worktree
  const checked = (how: Worktree['commit']): Worktree['commit'] => {
    return async (message, paths) => {
      refuseSecrets(root, paths, redactor)
      return how(redactor.redact(message), paths)
    }
  }
  return {
    ...worktree,
    ...withoutSecrets(worktree, redactor),
    secretIn: (text, before = '') => {
      const hadMark = redactor.findMark(before) !== undefined
      return redactor.find(text) ?? (hadMark ? undefined : redactor.findMark(text))
    },
    commit: checked(commit),
    commitWithHooks: checked(commitWithHooks),
  }
}

function refuseSecrets(root: string, paths: readonly string[], redactor: Redactor): void {
  for (const path of paths) {
    const found = secretInFile(root, path, redactor)
    if (found === undefined) continue
    throw new Error(
      `${path}, line ${found.line}, holds the secret ${found.id}; nothing was committed. Take it out of what writes the file, then run the same command again.`,
    )
  }
}
