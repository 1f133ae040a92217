import type { Command } from 'commander'

const EXAMPLES = `
Examples:
  agentos credentials          each credential: state and limits
  agentos credentials --json   the same as one JSON document
  agentos credentials --forget gemini   use it again now: the bill is paid, or the key was replaced

Never shows a key or a part of one. Exit code 4 if no credential is usable.
`

export function addCredentialsCommand(program: Command): void {
  program
    .command('credentials')
    .description('each credential: its state and its limits')
    .option('--json', 'one JSON document on stdout')
    .option('--forget <id>', 'forget exhausted quotas of this credential’s scope')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { json?: boolean; forget?: string; config?: string }) => {
      const { showCredentials } = await import('../show/show-credentials.ts')
      process.exitCode = await showCredentials(flags)
    })
}
