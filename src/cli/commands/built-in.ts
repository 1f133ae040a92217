import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { addWorkFlags, parseWorkFlags } from '../work-flags.ts'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

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
  const file = new URL(`../../workflows/${name}/${name}.${extension}`, import.meta.url)
  const command = program
    .command(name)
    .description(description)
    .argument(`[${items[0]}...]`, items[1])
  addWorkFlags(command)
    .addHelpText('after', `\nExamples:\n${examples}`)
    .action(async (names: string[], raw) => {
      const flags = parseWorkFlags(names.map(nameOf), raw, argv)
      const { workAndAsk } = await import('../ask-at-gates.ts')
      const workflowFile = fileURLToPath(file)
      process.exitCode = await workAndAsk({
        workflowFile,
        flags,
        argv,
        workingDirectory: process.cwd(),
      })
    })
}
