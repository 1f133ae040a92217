/** The command line: parses, runs one command, turns what was thrown into words and an exit code. */
import { Console } from 'node:console'
import { Command, CommanderError } from 'commander'
import { resolveAgentosToSelf } from '../authoring/self-import.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { cleanText } from '../reporters/clean-text.ts'
import { addCredentialsCommand } from './commands/credentials.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addGatesCommands } from './commands/gates.ts'
import { addImplementCommand } from './commands/implement.ts'
import { addInitCommand } from './commands/init.ts'
import { addIssueCommand } from './commands/issue.ts'
import { addLldCommand } from './commands/lld.ts'
import { addLogsCommand } from './commands/logs.ts'
import { addMockProviderCommand } from './commands/mock-provider.ts'
import { addReportCommand } from './commands/report.ts'
import { addRetryCommand } from './commands/retry.ts'
import { addReviewCommand } from './commands/review.ts'
import { addRunCommand } from './commands/run.ts'
import { addRunsCommand } from './commands/runs.ts'
import { addStatusCommand } from './commands/status.ts'
import { addStopCommand } from './commands/stop.ts'
import { VERSION } from './version.ts'

const argv = process.argv.slice(2)

// A reader that goes away ends the printing, not the command; who prints more notices by itself.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

// Set by the launcher when it had to find a newer Node; what we start decides for itself.
delete process.env.AGENTOS_REEXEC

// What a user's workflow or config prints while it is loaded must not get into our stdout.
globalThis.console = new Console(process.stderr)
resolveAgentosToSelf()

/** A reader that has stopped reading does not keep a finished command. */
const FLUSH_WITHIN_MS = 2_000

let isFinished = false
process.on('exit', () => {
  if (!isFinished) process.exitCode = explain(endedEarly())
})

try {
  await createProgram().parseAsync(argv, { from: 'user' })
} catch (error) {
  process.exitCode = explain(error)
}
// A workflow's `collect` may have left a timer or a socket open; nobody waits for those.
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
isFinished = true
process.exit()

function createProgram(): Command {
  const program = new Command('agentos')
    .description('Works on a pile of items, many at once, without losing a finished step.')
    .version(VERSION)
    .exitOverride()
    .addHelpText('after', '\nStart with:  agentos demo, then agentos init\n')
  program.configureOutput({ outputError: () => {} })
  addInitCommand(program)
  addIssueCommand(program, argv)
  addLldCommand(program, argv)
  addImplementCommand(program, argv)
  addRunCommand(program, argv)
  addStatusCommand(program)
  addRunsCommand(program)
  addLogsCommand(program)
  addReportCommand(program)
  addStopCommand(program)
  addGatesCommands(program)
  addRetryCommand(program)
  addReviewCommand(program)
  addCredentialsCommand(program)
  addDoctorCommand(program)
  addDemoCommand(program)
  addMockProviderCommand(program)
  for (const command of program.commands) command.copyInheritedSettings(program)
  return program
}

/** Node ends a process that waits for nothing, and a user's file may end it too: never silently. */
function endedEarly(): UsageError {
  return new UsageError('ended-early', 'The command ended before it was finished.', {
    hint: 'Does the workflow, at its top level or in `collect`, wait for what never comes, or call process.exit?',
  })
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done
    if (error.code !== 'commander.help') printError(error.message.replace(/^error: /, ''))
    return EXIT.usage
  }
  if (error instanceof UsageError) {
    printError(error.message, error.hint)
    if (isVerbose() && error.cause instanceof Error) process.stderr.write(`${error.cause.stack}\n`)
    return error.exitCode
  }
  const detail = error instanceof Error ? error : new Error(String(error))
  printError(
    `This is a bug in AgentOS: ${detail.message}`,
    isVerbose() ? undefined : '-v shows where.',
  )
  if (isVerbose()) process.stderr.write(`${detail.stack}\n`)
  return EXIT.bug
}

function printError(message: string, hint?: string): void {
  const clean = cleanText(`${message}\n`, { colour: false, overwritten: 'kept' })
  process.stderr.write(`error: ${clean}${hint === undefined ? '' : `  ${hint}\n`}`)
}

function isVerbose(): boolean {
  return argv.includes('-v') || argv.includes('--verbose')
}

/** What was printed has left, or the reader has had its time. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FLUSH_WITHIN_MS).unref()
    if (stream.destroyed) resolve()
    else stream.write('', () => resolve())
  })
}
