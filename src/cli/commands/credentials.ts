import type { Command } from '../command.ts'

const EXAMPLES = `
Examples:
  agentos credentials          each credential: whether it can be used, its limits
  agentos credentials --json   the same as one JSON document
  agentos credentials --forget gemini   use it again now: the bill is paid, the key is another

Never shows a key, nor a part of one. Exit code 4 when none can be used.
`

export function addCredentialsCommand(program: Command): void {
  program
    .command('credentials')
    .description('each credential: its state and its limits')
    .option('--json', 'one JSON document on stdout')
    .option('--forget <id>', 'forget what earlier runs found used up of this credential’s scope')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { json?: boolean; forget?: string; config?: string }) => {
      const { showCredentials } = await import('../show/show-credentials.ts')
      process.exitCode = await showCredentials(flags)
    })
}
