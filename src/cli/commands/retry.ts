import type { Command } from 'commander'

const EXAMPLES = `
An item that needs revision is not retried until its input changes. This command makes it pending, and it
starts over; so does an item whose branch is in conflict. Failed items resume without this command.

Examples:
  agentos retry LLD-42       start this item over in its next run
  agentos retry --failed     all unsuccessful items
`

export function addRetryCommand(program: Command): void {
  program
    .command('retry')
    .description('make unsuccessful items pending again')
    .argument('[items...]', 'by label or id')
    .option('--failed', 'all unsuccessful items')
    .option('--workflow <name>', 'only items of this workflow')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], flags: { failed?: boolean; workflow?: string }) => {
      const { retryItems } = await import('../../app/retry-items.ts')
      const { failed = false, workflow } = flags
      const workingDirectory = process.cwd()
      process.stdout.write(await retryItems({ names, failed, workflow, workingDirectory }))
    })
}
