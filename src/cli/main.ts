/**
 * The process of a command: what is printed arrives, what is thrown becomes words and an exit code.
 * It loads only what the command needs: for `--version` and for completion, nearly nothing.
 */
import { Console } from 'node:console'
import { VERSION } from '../app/installation.ts'
import { resolveAgentosToSelf } from '../authoring/self-import.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { explain, explainMistake } from './explain.ts'

const argv = process.argv.slice(2)

// A reader that goes away ends the printing, not the command; who prints more notices by itself.
let unwritten: NodeJS.ErrnoException | undefined
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') unwritten ??= error
})
process.stderr.on('error', () => {})

// Set by the launcher when it had to find a newer Node; what we start decides for itself.
if (process.env.AGENTOS_REEXEC === 'lifeline') (await import('./lifeline.ts')).endWithLauncher()
delete process.env.AGENTOS_REEXEC

// What a user's workflow or config prints while it is loaded must not get into our stdout.
globalThis.console = new Console(process.stderr)
resolveAgentosToSelf()

/** A reader that has stopped reading does not keep a command that was told to stop. */
const FLUSH_WITHIN_MS = 2_000

const verbose = argv.includes('-v') || argv.includes('--verbose')
let isFinished = false
process.on('exit', () => {
  if (!isFinished)
    process.exitCode = explainMistake(endedEarly(), { verbose, clean: (words) => words })
})

// Unhandled: thrown by our code, which is a bug, or by code of a user's file.
process.on('uncaughtException', async (error) => {
  // An active run listens too: it ends with all its workers, and passes the error on.
  if (process.listenerCount('uncaughtException') > 1) return
  const thrown = isOurs(error) ? error : thrownElsewhere(error)
  process.exitCode = await explain(thrown, { argv, verbose })
  isFinished = true
  process.exit()
})

try {
  await answer()
} catch (error) {
  process.exitCode = await explain(error, { argv, verbose })
}
// A timer or a socket that a workflow's `collect` has left open is not waited for.
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
if (unwritten !== undefined) {
  process.exitCode = process.exitCode || EXIT.failed
  process.stderr.write(`error: Cannot write to stdout: ${unwritten.message}\n`)
}
isFinished = true
process.exit()

async function answer(): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
    process.stdout.write(`${VERSION}\n`)
  else if (argv[0] === '__complete') {
    const { completionText } = await import('./completion/complete.ts')
    try {
      process.stdout.write(await completionText(argv.slice(1), process.cwd()))
    } catch {
      return // completion prints no errors
    }
  } else await (await import('./program.ts')).runProgram(argv)
}

/** By the file that it was thrown in. */
function isOurs(error: unknown): boolean {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1) : []
  const first = frames.find((frame) => frame.includes('file:'))
  return first === undefined || first.includes(new URL('..', import.meta.url).href)
}

function thrownElsewhere(error: Error): UsageError {
  const message = `Unhandled error in the workflow or config: ${error.message}`
  const hint = 'It was thrown outside of awaited code. Run the command with `-v` for the stack.'
  return new UsageError('thrown-elsewhere', message, { hint, cause: error })
}

/** Node ends a process that waits for nothing, and a user's file may end it too: never silently. */
function endedEarly(): UsageError {
  return new UsageError('ended-early', 'The command ended before it was finished.', {
    hint: 'Check the top level and `collect` of the workflow: they must not call process.exit or await a promise that never settles.',
  })
}

/** What was printed has left, however slow its reader is; after a stop that has only some time. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  const wasStopped = process.exitCode === EXIT.interrupted || process.exitCode === EXIT.terminated
  return new Promise((resolve) => {
    if (wasStopped) setTimeout(resolve, FLUSH_WITHIN_MS).unref()
    if (stream.destroyed) resolve()
    else stream.write('', () => resolve())
  })
}
