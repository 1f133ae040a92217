import type { Command } from 'commander'
import { loadConfig } from '../../config/load-config.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { locateRepository } from '../../repository/locate.ts'
import { StateDirectory } from '../../store/state-directory.ts'

const EXAMPLES = `
Examples:
  agentos credentials          each credential: whether it can be used, its limits
  agentos credentials --json   the same as one JSON document

Never shows a key, nor a part of one. Exit code 4 when none can be used.
`

export function addCredentialsCommand(program: Command): void {
  program
    .command('credentials')
    .description('the pool: each credential, whether it can be used, and its limits')
    .option('--json', 'one JSON document on stdout')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { json?: boolean; config?: string }) => {
      process.exitCode = await showCredentials(flags)
    })
}

async function showCredentials(flags: { json?: boolean; config?: string }): Promise<number> {
  const { root } = locateRepository(process.cwd())
  const config = await loadConfig({
    root,
    file: flags.config,
    environment: process.env,
    flags: [],
  })
  if (config.credentials.length === 0) {
    throw new UsageError('credentials-none', 'No credentials are configured.', {
      hint: "Name them in agentos.config.mts, such as credentials: [{ id: 'gemini', provider: 'google', from: 'env:GEMINI_API_KEY' }], and set the variable.",
      exitCode: EXIT.noCredential,
    })
  }
  const { configuredCredentials } = await import('../configured-credentials.ts')
  const { credentialsText, reportCredentials } = await import('../credential-report.ts')
  const { SqlitePoolMemory } = await import('../../store/sqlite/pool-memory.ts')
  const { withLedger } = await import('../with-ledger.ts')
  const now = Date.now()
  const { ledger } = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const remembered = withLedger(ledger, (path) => SqlitePoolMemory.peek(path, now))
  const credentials = configuredCredentials(config, process.env)
  const reports = reportCredentials(config, credentials, remembered)
  const document = { schema: 'agentos.credentials/1', credentials: reports }
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(document, null, 2)}\n` : credentialsText(reports, now),
  )
  const isUsable = reports.some(({ state }) => state === 'available')
  return isUsable ? EXIT.done : EXIT.noCredential
}
