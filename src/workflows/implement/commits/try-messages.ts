/**
 * The messages of an item's commits are shown to the repository's hooks before a model is paid: what a hook refuses at the
 * end would have been paid for. Hooks that judge content, such as pre-commit, cannot be tried ahead.
 */
import type { RefusedMessage } from '../../../authoring/worktree.ts'
import { type Build, resetTo } from '../build.ts'
import { type CommitKind, commitMessage } from './commit-messages.ts'
import { hookOptions } from './commit-work.ts'
import { hookWords } from './hook-words.ts'

/** What a hook prints if it is broken or lacks something, whatever the message. */
const CANNOT_RUN =
  /command not found|[:"'] not found$|No such file or directory|cannot (?:run|exec)|Permission denied|Cannot find (?:module|package)|MODULE_NOT_FOUND|could not determine executable|npx canceled|ENOENT/m

/** False if the base is no longer what the worktree was made for. Throws if a hook refuses a message. */
export async function tryMessages(
  build: Build,
  hasMoved: () => Promise<boolean>,
): Promise<boolean> {
  const { run, worktree } = build
  const messages = messagesOf(build)
  for (;;) {
    const tried = await run.step('commit hook', async () => {
      if (await hasMoved()) return null
      await resetTo(build, build.commit)
      if (!(await worktree.hasMessageHook())) return []
      const refused = await worktree.refusedMessage(messages, hookOptions(build))
      if (refused !== undefined) throw new Error(refusalWords(refused))
      return messages
    })
    if (tried === null) return false
    if (tried.length === 0 || tried.join() === messages.join()) return true
    run.log('commit messages have changed: the hook is asked again')
  }
}

/** One of each form: repairs and revisions have the form of the code. */
function messagesOf({ commits, design, settings }: Build): string[] {
  const kinds: CommitKind[] = [
    ...(design.proof === 'red-green' ? (['tests'] as const) : []),
    'code',
    ...(settings.reports === 'none' ? [] : (['reports'] as const)),
  ]
  return kinds.map((kind) => commitMessage(commits, kind))
}

export function refusalWords(refused: RefusedMessage): string {
  const { hook, message, exitCode, signal, timedOut, output } = refused
  const how = timedOut ? 'it did not end in time' : (signal ?? `exit code ${exitCode}`)
  const said = hookWords(output)
  const isBroken = timedOut || signal !== null || exitCode === 126 || exitCode === 127
  const [header = ''] = message.split('\n')
  if (isBroken || CANNOT_RUN.test(output.replaceAll(header, '')))
    return `The ${hook} hook cannot run in the worktree (${how}): ${said}. Let implement.setup install what it needs, such as \`npm ci\`; the same command then tries again. No model was asked.`
  return `The ${hook} hook refuses the commit message "${header}" (${how}): ${said}. Set implement.commitMessage to conventional, plain or a template such as '{type}(core): {subject}'; the same command then tries again. No model was asked.`
}
