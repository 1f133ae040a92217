import type { Command } from 'commander'

const EXAMPLES = `
Examples:
  agentos runs                 the last 20 runs, the newest first
  agentos runs --all           all of them
  agentos runs --json          as one JSON document
`

export function addRunsCommand(program: Command): void {
  program
    .command('runs')
    .description('list runs and their results')
    .option('--all', 'not only the last 20', false)
    .option('--json', 'one JSON document on stdout', false)
    .addHelpText('after', EXAMPLES)
    .action(async ({ all, json }: { all: boolean; json: boolean }) => {
      const { listRuns } = await import('../show/list-runs.ts')
      process.stdout.write(listRuns({ all, json, workingDirectory: process.cwd() }))
    })
}
