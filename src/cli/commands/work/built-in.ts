import type { Command } from '../../command.ts'
import { addWorkFlags, parseWorkFlags, type RawFlags } from '../../work-flags.ts'

/** A work command whose workflow comes with AgentOS. */
export function addBuiltInCommand(
  program: Command,
  argv: readonly string[],
  about: {
    readonly name: string
    readonly description: string
    /** What its items are called, and how they are named. */
    readonly items: readonly [string, string]
    readonly examples: string
    /** Another way to name an item, as its name. */
    readonly nameOf?: (given: string) => string
  },
): void {
  const { name, description, items, examples, nameOf = (given) => given } = about
  const command = program
    .command(name)
    .description(description)
    .argument(`[${items[0]}...]`, items[1])
  addWorkFlags(command)
    .addHelpText('after', `\nExamples:\n${examples}`)
    .action(async (names: string[], raw: RawFlags) => {
      const flags = parseWorkFlags(names.map(nameOf), raw, argv)
      const { workAndAsk } = await import('../../gates/ask-at-gates.ts')
      const { builtInSource } = await import('../../../workflows/load-workflow.ts')
      process.exitCode = await workAndAsk({
        source: builtInSource(name),
        flags,
        argv,
        workingDirectory: process.cwd(),
      })
    })
}
