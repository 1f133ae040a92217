/** State is what this machine's runs have left, and nothing that a clone brings along. */
import { lstatSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../model/usage-error.ts'
import { trackedBelow } from '../repository/files.ts'
import type { Places, StateDirectory } from '../store/state-directory.ts'

/** Refuses state directories in the repository that are links, or of which git tracks anything. */
export async function requireOwnState({ state, shared }: Places): Promise<void> {
  await requireOwn(state)
  if (shared.path !== state.path) await requireOwn(shared)
}

async function requireOwn({ path, home }: StateDirectory): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  const name = basename(path)
  if (stat.isSymbolicLink()) {
    throw new UsageError('state-linked', `${path} is a symbolic link.`, {
      hint: 'Remove the link. AGENTOS_HOME names another place for state.',
    })
  }
  if (!stat.isDirectory()) return // the first use reports it
  const [tracked] = await trackedBelow(home, name)
  if (tracked === undefined) return
  const message = `git tracks ${tracked}: state must not come with a clone.`
  throw new UsageError('state-tracked', message, {
    hint: `If it came with the repository: git rm -r ${name}. If this machine's runs wrote it: git rm -r --cached ${name}. Then commit.`,
  })
}
