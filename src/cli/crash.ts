/** Details of an internal error, for a bug report. Keys are removed before anything is written. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { VERSION } from '../app/installation.ts'
import { withoutKeys } from '../app/secrets/known-secrets.ts'
import { locateRepository } from '../repository/locate.ts'
import { StateDirectory } from '../store/state-directory.ts'

/** `argv` is the command line without the program. */
export function describeCrash(
  error: unknown,
  { argv, environment }: { argv: readonly string[]; environment: NodeJS.ProcessEnv },
) {
  const clean = (text: string) => withoutKeys(text, environment)
  const message = error instanceof Error ? error.message : String(error)
  return {
    message: clean(message.split('\n')[0] ?? ''),
    // With its causes and the codes of system calls, which a plain stack leaves out.
    stack: clean(inspect(error)),
    command: clean(argv.join(' ')),
  }
}

/** Where it was written to: the state directory, or the temporary folder; nowhere if neither can be. */
export function keepCrash(crash: ReturnType<typeof describeCrash>): string | undefined {
  const at = new Date().toISOString()
  const text = [
    `agentos ${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${at}`,
    `agentos ${crash.command}`,
    '',
    crash.stack,
    '',
  ].join('\n')
  const name = `crash-${at.replaceAll(':', '-')}.txt`
  for (const folder of [stateFolder, tmpdir]) {
    try {
      const path = join(folder(), name)
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
      return path
    } catch {
      // What is broken may be the very folder; the next one is tried, and the bug is told anyway.
    }
  }
  return undefined
}

/** Only where there is one: a mistake of ours makes no folder in the user's repository. */
function stateFolder(): string {
  const { root } = locateRepository(process.cwd())
  const state = StateDirectory.of(root, process.env.AGENTOS_HOME)
  if (!state.exists()) throw new Error('There is no state directory.')
  return state.safe(state.path)
}
