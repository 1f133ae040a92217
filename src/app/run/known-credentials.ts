import { SqlitePoolMemory } from '../../store/sqlite/pool-memory.ts'
import { type CredentialReport, reportCredentials } from '../credential-report.ts'
import { configuredCredentials } from '../secrets/configured-credentials.ts'
import { withLedger } from '../with-ledger.ts'
import type { Prepared } from './prepare.ts'

/** What is remembered of the keys that a run would use, without asking anybody. Null: it needs none. */
export function knownCredentials(
  { workflow, config, mock, state }: Pick<Prepared, 'workflow' | 'config' | 'mock' | 'state'>,
  now: number,
): CredentialReport[] | null {
  if (mock || workflow.roles.length === 0) return null
  const remembered = withLedger(state.ledger, (path) => SqlitePoolMemory.peek(path, now))
  return reportCredentials(config, configuredCredentials(config, process.env), remembered)
}
