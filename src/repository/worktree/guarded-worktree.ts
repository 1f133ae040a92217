import type { Worktree } from '../../authoring/worktree.ts'
import type { Redactor } from '../../model/secrets/redactor.ts'
import { secretInFile } from '../without-secrets.ts'

export type UnguardedWorktree = Omit<Worktree, 'secretIn'>

/**
 * A worktree that known secrets do not get out of: texts and messages come without them, and a file that
 * somebody else has written one into is not committed. Secrets that the last commit has in the same file
 * count for nothing: they got out long ago, or are none, such as the password of a test database.
 */
export function guarded(worktree: UnguardedWorktree, redactor: Redactor): Worktree {
  const { root, write, commit, commitWithHooks } = worktree
  const committed = async (path: string) => (await worktree.readAt('HEAD', path)) ?? ''
  return {
    ...worktree,
    write: async (path, text) => {
      const isNew = redactor.find(text) !== undefined && redactor.find(text, await committed(path))
      await write(path, isNew ? redactor.redact(text) : text)
    },
    secretIn: (text, before = '') => {
      const hadMark = redactor.findMark(before) !== undefined
      return redactor.find(text, before) ?? (hadMark ? undefined : redactor.findMark(text))
    },
    commit: async (message, paths, hooks) => {
      await refuseSecrets(paths)
      return commit(redactor.redact(message), paths, hooks)
    },
    commitWithHooks: async (message, paths, options) => {
      await refuseSecrets(paths)
      return commitWithHooks(redactor.redact(message), paths, options)
    },
  }

  async function refuseSecrets(paths: readonly string[]): Promise<void> {
    for (const path of paths) await refuseSecret(path)
  }

  async function refuseSecret(path: string): Promise<void> {
    if (secretInFile(root, path, redactor) === undefined) return
    const found = secretInFile(root, path, redactor, await committed(path))
    if (found === undefined) return
    throw new Error(
      `${path}, line ${found.line}, holds the secret ${found.id}; nothing was committed. Take it out of what writes the file, then run the same command again.`,
    )
  }
}
