import { SqlitePoolMemory } from '../store/sqlite/pool-memory.ts'
import { configuredCredentials } from './configured-credentials.ts'
import { type CredentialReport, reportCredentials } from './credential-report.ts'
import type { Prepared } from './prepare.ts'
import { withLedger } from './with-ledger.ts'

/** What is remembered of the keys that a run would use, without asking anybody. Null: it needs none. */
export function knownCredentials(
  { workflow, config, mock, state }: Pick<Prepared, 'workflow' | 'config' | 'mock' | 'state'>,
  now: number,
): CredentialReport[] | null {
  if (mock || workflow.roles.length === 0) return null
  const remembered = withLedger(state.ledger, (path) => SqlitePoolMemory.peek(path, now))
  return reportCredentials(config, configuredCredentials(config, process.env), remembered)
}
