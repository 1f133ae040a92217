/** Printed commands begin as the run's own does, which may be `npx agentos` or `node …/agentos.cjs`. */

const PROGRAM = /^(?:npx agentos|node (?:(?:'[^']*'|\\'|[^\s'])+))(?= )/

/** The program of a command that was printed, as a shell reads it. */
export function programOf(command: string): string {
  return PROGRAM.exec(command)?.[0] ?? 'agentos'
}

/** The text with its commands, in backquotes, starting with the program of `command`. */
export function withOwnCommands(text: string, command: string): string {
  return text.replaceAll('`agentos ', () => `\`${programOf(command)} `)
}
