/** The command line: parses, runs one command, turns what was thrown into words and an exit code. */
import { Console } from 'node:console'
import { Command, CommanderError } from 'commander'
import { resolveAgentosToSelf } from '../authoring/self-import.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addMockProviderCommand } from './commands/mock-provider.ts'
import { addReviewCommand } from './commands/review.ts'
import { addRunCommand } from './commands/run.ts'
import { VERSION } from './version.ts'

const argv = process.argv.slice(2)

// Set by the launcher when it had to find a newer Node; what we start decides for itself.
delete process.env.AGENTOS_REEXEC

// What a user's workflow or config prints while it is loaded must not get into our stdout.
globalThis.console = new Console(process.stderr)
resolveAgentosToSelf()

try {
  await createProgram().parseAsync(argv, { from: 'user' })
} catch (error) {
  process.exitCode = explain(error)
}
// A workflow's `collect` may have left a timer or a socket open; nobody waits for those.
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit()

function createProgram(): Command {
  const program = new Command('agentos')
    .description('Works on a pile of items, many at once, without losing a finished step.')
    .version(VERSION)
    .exitOverride()
    .addHelpText('after', '\nStart with:  agentos demo\n')
  program.configureOutput({ outputError: () => {} })
  addRunCommand(program, argv)
  addReviewCommand(program)
  addDemoCommand(program)
  addMockProviderCommand(program)
  for (const command of program.commands) command.copyInheritedSettings(program)
  return program
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
    return EXIT.usage
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
  process.stderr.write(`error: ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`)
}

function isVerbose(): boolean {
  return argv.includes('-v') || argv.includes('--verbose')
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve()
    else stream.write('', () => resolve())
  })
}
