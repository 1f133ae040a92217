/** The user's hooks that see a commit's message, found and run as git does it, before there is a commit. They may rewrite it. */
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult } from '../../authoring/run-context.ts'
import type { RefusedMessage } from '../../authoring/worktree.ts'
import type { Git } from '../git/git.ts'

/** In git's order, with what `git commit -m` says after the file. */
const HOOKS: readonly (readonly [name: string, ...more: string[]])[] = [
  ['prepare-commit-msg', 'message'],
  ['commit-msg'],
]

interface HookRun {
  readonly gitFolder: string
  readonly run: (args: readonly string[]) => Promise<CommandResult>
}

/** Whether there is one that could refuse a message. */
export async function hasMessageHook(git: Git): Promise<boolean> {
  const paths = await Promise.all(HOOKS.map(([name]) => git.hookPath(name)))
  return paths.some(isExecutable)
}

/** The first message that a hook refuses, and what it says; undefined if all are taken. */
export async function refusedMessage(
  messages: readonly string[],
  options: HookRun,
): Promise<RefusedMessage | undefined> {
  for (const message of messages) {
    const passed = await throughHooks(message, options)
    if ('refused' in passed) return passed.refused
  }
  return undefined
}

/**
 * The text that the hooks leave of a message, which is what git would commit. One that they refuse stays as it is: a commit
 * in the middle of the work is not given up for it.
 */
export async function hookedMessage(message: string, options: HookRun): Promise<string> {
  const passed = await throughHooks(message, options)
  return 'refused' in passed || passed.text.trim() === '' ? message : passed.text
}

async function throughHooks(
  message: string,
  { gitFolder, run }: HookRun,
): Promise<{ readonly text: string } | { readonly refused: RefusedMessage }> {
  const file = join(gitFolder, 'COMMIT_EDITMSG')
  writeFileSync(file, `${message}\n`)
  for (const [hook, ...more] of HOOKS) {
    const result = await run(['hook', 'run', '--ignore-missing', hook, '--', file, ...more])
    if (result.exitCode !== 0) return { refused: { ...result, hook, message } }
  }
  return { text: readFileSync(file, 'utf8') }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // git ignores it, too
  }
}
