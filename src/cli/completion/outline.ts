import { type Command, VERBOSE } from '../command.ts'
import { COMMANDS } from '../commands/commands.ts'

/** A command as it was declared: its words, without what it does. */
export class Outline implements Command {
  readonly name: string
  readonly commands: Outline[] = []
  /** As they were declared: `-q, --quiet`, `--config <file>`. */
  readonly flags: string[] = []
  /** `<item>`, `[items...]`. */
  readonly arguments: string[] = []

  constructor(name: string) {
    this.name = name
  }

  command(name: string): Outline {
    const command = new Outline(name)
    this.commands.push(command)
    return command
  }

  argument(name: string): Outline {
    this.arguments.push(name)
    return this
  }

  option(flags: string): Outline {
    this.flags.push(flags)
    return this
  }

  description(): Outline {
    return this
  }

  addHelpText(): Outline {
    return this
  }

  action(): Outline {
    return this
  }
}

/** The whole command line, read from the declarations that commander gets. */
export function outlineProgram(): Outline {
  const program = new Outline('agentos').option('-V, --version')
  for (const declare of Object.values(COMMANDS).flat()) declare(program, [])
  addSharedFlags(program.commands)
  program.command('help').argument('[command]')
  return program.option('-h, --help')
}

function addSharedFlags(commands: readonly Outline[]): void {
  for (const command of commands) {
    command.option(VERBOSE[0]).option('-h, --help')
    addSharedFlags(command.commands)
  }
}
