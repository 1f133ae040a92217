import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { loadConfig } from '../../config/load-config.ts'
import { quote } from '../../model/ids.ts'
import type { Credential } from '../../model/lease.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { plural } from '../../reporters/words.ts'
import { locateRepository } from '../../repository/locate.ts'
import { StateDirectory } from '../../store/state-directory.ts'

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
    .description('the pool: each credential, whether it can be used, and its limits')
    .option('--json', 'one JSON document on stdout')
    .option('--forget <id>', 'forget what earlier runs found used up of this credential’s scope')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      process.exitCode = await showCredentials(flags)
    })
}

interface Flags {
  json?: boolean
  forget?: string
  config?: string
}

async function showCredentials(flags: Flags): Promise<number> {
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
  if (flags.forget !== undefined && existsSync(ledger)) {
    const known = configuredCredentials(config, process.env).flatMap(({ keys }) => keys)
    const meant = known.find(({ id }) => id === flags.forget)
    if (meant === undefined) throw unknownCredential(flags.forget, known)
    const memory = withLedger(ledger, (path) => new SqlitePoolMemory(path))
    const count = memory.forget(meant.provider, meant.scope)
    memory.close()
    process.stderr.write(`Forgot ${plural(count, 'rest')} of the scope ${meant.scope}.\n`)
  }
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

function unknownCredential(id: string, known: readonly Credential[]): UsageError {
  return new UsageError('credential-unknown', `There is no credential ${quote(id)} with a key.`, {
    hint: `There are ${known.map((one) => one.id).join(', ') || 'none'}.`,
  })
}
