/** `agentos credentials`: the pool as config, environment and earlier runs have it. */
import { existsSync } from 'node:fs'
import { credentialsText, reportCredentials } from '../../app/credential-report.ts'
import { fromStore, inStore, repositoryAt } from '../../app/repository-store.ts'
import { configuredCredentials } from '../../app/secrets/configured-credentials.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Credential } from '../../model/calls/lease.ts'
import { quote } from '../../model/ids.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { plural } from '../../reporters/words/words.ts'
import { viewStore } from '../../store/open-store.ts'

export async function showCredentials(flags: {
  readonly json?: boolean
  readonly forget?: string
  readonly config?: string
}): Promise<number> {
  const { root, state, store: address } = repositoryAt(process.cwd())
  const said = { root, file: flags.config, environment: process.env, flags: [] }
  const config = await loadConfig(said)
  if (config.credentials.length === 0) {
    throw new UsageError('credentials-none', 'No credentials are configured.', {
      hint: "Name them in agentos.config.mts, such as credentials: [{ id: 'gemini', provider: 'google', from: 'env:GEMINI_API_KEY' }], and set the variable.",
      exitCode: EXIT.noCredential,
    })
  }
  const now = Date.now()
  const credentials = configuredCredentials(config, process.env)
  if (flags.forget !== undefined && existsSync(state.ledger)) {
    const known = credentials.flatMap(({ keys }) => keys)
    const meant = known.find(({ id }) => id === flags.forget)
    if (meant === undefined) throw unknownCredential(flags.forget, known)
    const count = await inStore(address, ({ poolMemory }) =>
      poolMemory.forget(meant.provider, meant.scope),
    )
    process.stderr.write(`Forgot ${plural(count, 'exhausted quota')} of scope ${meant.scope}.\n`)
  }
  const remembered = await fromStore(viewStore(address).remembered(now))
  const reports = reportCredentials(config, credentials, remembered)
  const document = { schema: 'agentos.credentials/1', credentials: reports }
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(document, null, 2)}\n` : credentialsText(reports, now),
  )
  const isUsable = reports.some(({ state }) => state === 'available')
  return isUsable ? EXIT.done : EXIT.noCredential
}

function unknownCredential(id: string, known: readonly Credential[]): UsageError {
  return new UsageError('credential-unknown', `No credential ${quote(id)} has an API key.`, {
    hint: `There are ${known.map((one) => one.id).join(', ') || 'none'}.`,
  })
}
