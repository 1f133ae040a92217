import type { Command } from '../../command.ts'
import { addWorkFlags, parseWorkFlags, type RawFlags } from '../../work-flags.ts'

const EXAMPLES = `
Examples:
  agentos run greet.mts --all --dry-run       what would be done
  agentos run greet.mts --all --parallel 3    three items at once
  agentos run greet.mts ada alan              two items by name
  agentos run greet.mts ada --fresh           start ada over
`

export function addRunCommand(program: Command, argv: readonly string[]): void {
  const command = program
    .command('run')
    .description('run a workflow of your own')
    .argument('<workflow.mts>', 'the file whose default export is the workflow')
    .argument('[items...]', 'items by id or label')
  addWorkFlags(command)
    .addHelpText('after', EXAMPLES)
    .action(async (source: string, items: string[], raw: RawFlags) => {
      const flags = parseWorkFlags(items, raw, argv)
      const { workAndAsk } = await import('../../gates/ask-at-gates.ts')
      process.exitCode = await workAndAsk({
        source,
        flags,
        argv,
        workingDirectory: process.cwd(),
      })
    })
}
