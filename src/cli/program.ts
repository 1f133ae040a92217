/** The command line as commander sees it: all commands, and the words for what does not fit them. */
import { Command, CommanderError } from 'commander'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { COMMANDS } from './commands/commands.ts'
import { VERSION } from './version.ts'

/** Does what the command line says. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = createProgram(argv)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The help was asked for, or stands for the command that is missing.
    if (error.exitCode === 0) return
    if (error.code === 'commander.help') process.exitCode = EXIT.usage
    else throw misunderstood(error, wordsOf(program, argv))
  }
}

export function createProgram(argv: readonly string[]): Command {
  const program = new Command('agentos')
    .description('Works on a pile of items, many at once, without losing a finished step.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', '\nStart with:  agentos demo, then agentos init\n')
  for (const [group, declare] of Object.entries(COMMANDS)) {
    program.commandsGroup(`${group}:`)
    for (const add of declare) add(program, argv)
  }
  return program
}

/** The command that was meant, as far as its words are known: `agentos gates show`. */
function wordsOf(program: Command, argv: readonly string[]): string {
  let command = program
  const words = [program.name()]
  for (const word of argv) {
    const found = command.commands.find((one) => one.name() === word)
    if (found === undefined) break
    command = found
    words.push(word)
  }
  return words.join(' ')
}

/** Commander puts what was nearly said into a second line. */
function misunderstood({ message }: CommanderError, words: string): UsageError {
  const [what = '', near] = message.replace(/^error: /, '').split('\n')
  const hint = near === undefined ? `See  ${words} --help` : near.replace(/^\((.*)\)$/, '$1')
  return new UsageError('command-line', what, { hint })
}
