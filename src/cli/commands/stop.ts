import type { Command } from 'commander'

const EXAMPLES = `
The run ends as after Ctrl+C in its own terminal: finished steps are kept, its exit code is 130.
Stopped a second time, it is killed at once.

Examples:
  agentos stop               the run that is active here
  agentos stop r-1f2e3d4c    that run
  agentos stop --all         every run of this repository
`

export function addStopCommand(program: Command): void {
  program
    .command('stop')
    .description('stop a run, from another terminal')
    .argument('[run]', 'its id, as in "Run r-1f2e3d4c: …"; needed if several runs are active')
    .option('--all', 'all active runs of this repository')
    .addHelpText('after', EXAMPLES)
    .action(async (run: string | undefined, { all = false }: { all?: boolean }) => {
      const { stopRuns } = await import('../../app/stop-runs.ts')
      process.exitCode = await stopRuns({
        run,
        all,
        workingDirectory: process.cwd(),
        say: (text) => process.stdout.write(`${text}\n`),
      })
    })
}
