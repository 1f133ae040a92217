/** The command line as commander sees it: all commands, and the words for what does not fit them. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../app/installation.ts'
import { EXIT } from '../model/outcome.ts'
import { didYouMean } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { COMMANDS } from './commands/commands.ts'

/** Does what the command line says. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = createProgram(argv)
  try {
    await program.parseAsync(withoutVainHelp(program, argv), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The help was asked for, or stands for the command that is missing.
    if (error.exitCode === 0) return
    if (error.code === 'commander.help') process.exitCode = EXIT.usage
    else throw misunderstood(error, program, argv)
  }
}

/** `argv` is the command line without the program. */
export function createProgram(argv: readonly string[] = []): Command {
  const program = new Command('agentos')
    .description('Works on a pile of items, many at once, without losing a finished step.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ subcommandTerm })
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText('after', '\nStart with:  agentos demo, then agentos init')
  for (const [group, declarations] of Object.entries(COMMANDS)) {
    program.commandsGroup(`${group}:`)
    for (const declare of declarations) declare(program, argv)
  }
  addVerbose(program.commands)
  return program.helpCommand('help [command]', 'show the help of a command, with examples')
}

function addVerbose(commands: readonly Command[]): void {
  for (const command of commands) {
    command.option(
      '-v, --verbose',
      'stacks of errors; of a run also steps, model calls and the output of commands',
    )
    addVerbose(command.commands)
  }
}

/** `lld [issues...]`: that there are options goes without saying. */
function subcommandTerm(command: Command): string {
  const names = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [command.name(), ...names].join(' ')
}

/** Help for a command that is not there would be the help of everything, without a word about that. */
function withoutVainHelp(program: Command, argv: readonly string[]): readonly string[] {
  const [first, name] = argv
  if (first !== 'help' || name === undefined || name.startsWith('-')) return argv
  const isThere = name === 'help' || program.commands.some((command) => command.name() === name)
  return isThere ? argv : argv.slice(1)
}

/** Commander puts what was nearly said into a second line, if it looks for it. */
function misunderstood(
  { message, code }: CommanderError,
  program: Command,
  argv: readonly string[],
): UsageError {
  const [what = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const { command, words, rest } = commandOf(program, argv)
  const known = command.commands.map((one) => one.name())
  const [word] = code === 'commander.excessArguments' ? rest : []
  const see = `See  ${words} --help`
  const near = word === undefined ? see : didYouMean(word, known, see)
  return new UsageError('command-line', what, { hint: suggestion?.slice(1, -1) ?? near })
}

/** The command that was meant, as far as its words are known: `agentos gates show`. */
function commandOf(program: Command, argv: readonly string[]) {
  let command = program
  let words = program.name()
  for (const [at, word] of argv.entries()) {
    const found = command.commands.find((one) => one.name() === word)
    if (found === undefined) return { command, words, rest: argv.slice(at) }
    command = found
    words += ` ${word}`
  }
  return { command, words, rest: [] }
}
