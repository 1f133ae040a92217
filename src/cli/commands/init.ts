import type { Command } from 'commander'

const ABOUT = `
Writes agentos.config.mts at the root of the repository: models by the keys that are set in the
environment (only the names of variables are written, never a key), and how a worktree is made ready.
Prints the tests, briefs, issues and designs it found. An existing config is not changed: exit code 2.

Examples:
  agentos init       in a repository without a config
  agentos init --types
                     with a global installation: link the types of AgentOS and zod into node_modules,
                     for tsc and editors; writes no config
  agentos doctor     check what is still missing
`

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a config for this repository')
    .addHelpText('after', ABOUT)
    .option('--types', 'link the types for tsc and editors; writes no config')
    .action(async ({ types = false }: { readonly types?: boolean }) => {
      if (types) {
        const { linkTypes } = await import('../../app/init-types.ts')
        process.stdout.write(`${(await linkTypes(process.cwd())).join('\n')}\n`)
        return
      }
      const { initialise } = await import('../../app/init.ts')
      const lines = await initialise(process.cwd())
      process.stdout.write(`${lines.join('\n')}\n`)
    })
}
