import type { Command } from '../command.ts'

const ABOUT = `
Writes agentos.config.mts at the root of the repository: models by the keys that are set in the
environment (only the names of variables are written, never a key), and how a worktree is made ready.
Says which tests, briefs, issues and designs it found. A config that is there stays as it is: exit code 2.

Examples:
  agentos init       in a repository without a config
  agentos doctor     what is still missing then
`

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a config by what is found here')
    .addHelpText('after', ABOUT)
    .action(async () => {
      const { initialise } = await import('../../app/init.ts')
      const lines = await initialise({
        workingDirectory: process.cwd(),
        environment: process.env,
      })
      process.stdout.write(`${lines.join('\n')}\n`)
    })
}
