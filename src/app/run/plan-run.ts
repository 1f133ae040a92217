/** A request's plan without a run: nothing is opened for writing, no model is asked. */
import { systemClock } from '../../coordinator/system-clock.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import type { Secret } from '../../model/secrets/secret.ts'
import { UsageError } from '../../model/usage-error.ts'
import { viewStore } from '../../store/open-store.ts'
import { type CredentialReport, reportCredentials } from '../credential-report.ts'
import { fromStore } from '../repository-store.ts'
import { configuredCredentials } from '../secrets/configured-credentials.ts'
import { knownSecrets } from '../secrets/known-secrets.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { requireSigning } from '../secrets/signing.ts'
import { type DryRun, planDryRun } from './dry-run.ts'
import { checkRoles, type RunModels, runModels } from './models.ts'
import type { Prepared } from './prepare.ts'

export async function planRun(prepared: Prepared): Promise<DryRun> {
  const missing = missingFor(prepared)
  const credentials = await knownCredentials(prepared, systemClock.now())
  return redactorOf(secretsOf(prepared)).redactDeep(
    planDryRun({ ...prepared, missing, credentials }),
  )
}

/** Without `models`, which a plan may lack, credentials go by the names of their variables. */
export function secretsOf({ config, github }: Prepared, models?: RunModels): Secret[] {
  return knownSecrets({
    credentials: models?.credentials ?? [],
    token: github?.place.secret,
    variables: secretVariables(config),
    environment: process.env,
  })
}

/** The reason why a run would be refused; the plan is shown all the same. */
function missingFor(prepared: Prepared): string | null {
  const { config, mock, workflow } = prepared
  if (mock) return null
  try {
    requireSigning(prepared)
    checkRoles(workflow.roles, runModels(config, undefined), config)
    return null
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return `${error.message} ${error.hint ?? ''}`.trimEnd()
  }
}

/** Earlier runs' facts about the credentials that a run would use. Null: it needs none. */
async function knownCredentials(
  { workflow, config, mock, store }: Pick<Prepared, 'workflow' | 'config' | 'mock' | 'store'>,
  now: number,
): Promise<CredentialReport[] | null> {
  if (mock || workflow.roles.length === 0) return null
  const remembered = await fromStore(viewStore(store).remembered(now))
  return reportCredentials(config, configuredCredentials(config, process.env), remembered)
}
