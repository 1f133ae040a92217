/**
 * How a command says what it is called and takes: as much of commander as we use. Completion reads the
 * same declarations without commander, so they import nothing heavy; what a command does is imported
 * when it is done.
 */
export interface Command {
  command(name: string): Command
  description(text: string): Command
  argument(name: string, description: string): Command
  option(flags: string, description: string, fallback?: string | boolean): Command
  /** One that may be repeated. */
  option(flags: string, description: string, collect: Collect): Command
  addHelpText(position: 'after', text: string): Command
  action<Given extends readonly unknown[]>(act: (...given: Given) => void | Promise<void>): Command
}

type Collect = (value: string, earlier: string[] | undefined) => string[]

/** Every command has it. */
export const VERBOSE = ['-v, --verbose', 'stacks of errors'] as const

/** What an action gets behind its arguments and its flags. */
export interface Chosen {
  /** The flags of this command and of those above it. */
  optsWithGlobals<Flags>(): Flags
}

/** Adds a command, or a few that belong together. `argv` is the command line without the program. */
export type Declare = (program: Command, argv: readonly string[]) => void
