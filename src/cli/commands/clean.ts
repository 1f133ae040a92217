import type { Command } from '../command.ts'
import { wholeNumber } from '../whole-number.ts'

const EXAMPLES = `
Goes: logs of runs that are over but for the newest, checkpoints and worktrees of items that are done,
and what killed runs have left. Stays: all that is not done, not committed, or in use.
Shows what would go and asks; without a terminal it only shows.

Examples:
  agentos clean             what would go, and how much that is
  agentos clean --yes       removes it without asking
  agentos clean --keep 0    the logs of every run that is over, too
`

export function addCleanCommand(program: Command): void {
  program
    .command('clean')
    .description('remove what nobody needs any more')
    .option('--keep <n>', 'so many of the newest runs keep their logs', '10')
    .option('--yes', 'do not ask')
    .option('--json', 'one JSON document on stdout; does not ask, removes with --yes')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { keep: string; yes?: boolean; json?: boolean }) => {
      const keep = wholeNumber('--keep', flags.keep)
      const { yes = false, json = false } = flags
      const { clean } = await import('../show/clean.ts')
      process.exitCode = await clean({ keep, yes, json, workingDirectory: process.cwd() })
    })
}
