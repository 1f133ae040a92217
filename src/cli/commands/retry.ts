import type { Command } from '../command.ts'

const EXAMPLES = `
An item that needs revision is not tried again while its input stays as it is. This makes it pending, and it
starts over, as does one whose branch is in conflict. What failed goes on from its last step by itself.

Examples:
  agentos retry LLD-42       start this one over with its next run
  agentos retry --failed     all that ended without success
`

export function addRetryCommand(program: Command): void {
  program
    .command('retry')
    .description('make what ended without success pending')
    .argument('[items...]', 'by label or id')
    .option('--failed', 'all that ended without success')
    .option('--workflow <name>', 'only items of this workflow')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], flags: { failed?: boolean; workflow?: string }) => {
      const { retryItems } = await import('../../app/retry-items.ts')
      const { failed = false, workflow } = flags
      const workingDirectory = process.cwd()
      process.stdout.write(await retryItems({ names, failed, workflow, workingDirectory }))
    })
}
