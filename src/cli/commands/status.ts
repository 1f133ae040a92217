import type { Command } from 'commander'

const EXAMPLES = `
Examples:
  agentos status               the running run, or the newest: progress, waiting and failed items
  agentos status r-1f2e        that run, by its id or the beginning of it
  agentos status --json        every item, as one JSON document
`

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('state of a run: running, waiting and open items')
    .argument('[run]', 'its id or the beginning of it; if absent the running run, or the newest')
    .option('--json', 'one JSON document on stdout', false)
    .addHelpText('after', EXAMPLES)
    .action(async (run: string | undefined, { json }: { json: boolean }) => {
      const { showStatus } = await import('../show/show-status.ts')
      process.stdout.write(showStatus({ run, json, workingDirectory: process.cwd() }))
    })
}
