import type { Command } from '../command.ts'
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
  program.command('help').argument('[command]')
  addHelp(program)
  return program
}

function addHelp(command: Outline): void {
  command.option('-h, --help')
  for (const one of command.commands) addHelp(one)
}
