import { viewStore } from '../../store/open-store.ts'
import { type CredentialReport, reportCredentials } from '../credential-report.ts'
import { fromStore } from '../repository-store.ts'
import { configuredCredentials } from '../secrets/configured-credentials.ts'
import type { Prepared } from './prepare.ts'

/** What is remembered of the keys that a run would use, without asking anybody. Null: it needs none. */
export async function knownCredentials(
  { workflow, config, mock, store }: Pick<Prepared, 'workflow' | 'config' | 'mock' | 'store'>,
  now: number,
): Promise<CredentialReport[] | null> {
  if (mock || workflow.roles.length === 0) return null
  const remembered = await fromStore(viewStore(store).remembered(now))
  return reportCredentials(config, configuredCredentials(config, process.env), remembered)
}
