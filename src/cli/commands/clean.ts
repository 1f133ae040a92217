import type { Command } from 'commander'
import { wholeNumber } from '../work-flags.ts'

const EXAMPLES = `
Removes: logs of ended runs except the newest, checkpoints and worktrees of items that are done, and
remains of killed runs. Keeps: everything unfinished, uncommitted or in use.
Lists the files and asks; without a terminal it only lists them.

Examples:
  agentos clean             what would be removed, with sizes
  agentos clean --yes       removes it without asking
  agentos clean --keep 0    also the logs of all ended runs
`

export function addCleanCommand(program: Command): void {
  program
    .command('clean')
    .description('remove old logs and remains of finished items')
    .option('--keep <n>', 'keep the logs of so many of the newest runs', '10')
    .option('--yes', 'do not ask')
    .option('--json', 'one JSON document on stdout; does not ask, removes with --yes')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { keep: string; yes?: boolean; json?: boolean }) => {
      const keep = wholeNumber('--keep', flags.keep)
      const { yes = false, json = false } = flags
      const { clean } = await import('../show/clean.ts')
      process.exitCode = await clean({ keep, yes, json })
    })
}
