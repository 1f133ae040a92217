/** The user's hooks that see a commit's message, found and run as git does it, before there is a commit. */
import { accessSync, constants, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult } from '../../authoring/run-context.ts'
import type { RefusedMessage } from '../../authoring/worktree.ts'
import type { Git } from '../git/git.ts'

/** In git's order, with what `git commit -m` says after the file. */
const HOOKS: readonly (readonly [name: string, ...more: string[]])[] = [
  ['prepare-commit-msg', 'message'],
  ['commit-msg'],
]

/** Whether there is one that could refuse a message. */
export async function hasMessageHook(git: Git): Promise<boolean> {
  const paths = await Promise.all(HOOKS.map(([name]) => git.hookPath(name)))
  return paths.some(isExecutable)
}

/** The first message that a hook refuses, and what it says; undefined if all are taken. */
export async function refusedMessage(
  messages: readonly string[],
  options: {
    readonly gitFolder: string
    readonly run: (args: readonly string[]) => Promise<CommandResult>
  },
): Promise<RefusedMessage | undefined> {
  const { gitFolder, run } = options
  const file = join(gitFolder, 'COMMIT_EDITMSG')
  for (const message of messages) {
    writeFileSync(file, `${message}\n`)
    for (const [hook, ...more] of HOOKS) {
      const result = await run(['hook', 'run', '--ignore-missing', hook, '--', file, ...more])
      if (result.exitCode !== 0) return { ...result, hook, message }
    }
  }
  return undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // git ignores it, too
  }
}
