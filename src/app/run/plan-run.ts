/** A request's plan without a run: nothing is opened for writing, no model is asked. */
import { systemClock } from '../../coordinator/system-clock.ts'
import type { Estimate } from '../../model/run-start.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import type { Secret } from '../../model/secrets/secret.ts'
import { UsageError } from '../../model/usage-error.ts'
import { withOwnCommands } from '../../reporters/words/own-commands.ts'
import { leftOutWords, SET_ASIDE } from '../../reporters/words/words.ts'
import { waveOf } from '../../scheduler/dependencies.ts'
import { waitedFor } from '../../scheduler/select.ts'
import { viewStore } from '../../store/open-store.ts'
import { type CredentialReport, reportCredentials } from '../credential-report.ts'
import { fromStore } from '../repository-store.ts'
import { configuredCredentials } from '../secrets/configured-credentials.ts'
import { knownSecrets } from '../secrets/known-secrets.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { requireSigning } from '../secrets/signing.ts'
import { checkRoles, type RunModels, runModels } from './models.ts'
import type { Progress } from './outlook/preview-progress.ts'
import type { Prepared } from './prepare.ts'
import { requirePrices } from './require-prices.ts'

/** A plan, as `--dry-run --json` prints it. */
export interface DryRun {
  readonly schema: 'agentos.dry-run/1'
  readonly workflow: string
  readonly parallel: number
  readonly items: readonly PlannedItem[]
  readonly leftOut: readonly { readonly id: string; readonly label: string; readonly why: string }[]
  /** Null if the run needs none. */
  readonly credentials: readonly CredentialReport[] | null
  /** Null if there is nothing to go by. */
  readonly estimate: Estimate | null
  /** Dollars that the run may cost; null if it asks no model that costs anything. */
  readonly budget: number | null
  /** What the workflow says besides. */
  readonly notes: readonly string[]
  /** Why a run would be refused; null if nothing is missing. */
  readonly missing: string | null
  readonly command: string
}

export interface PlannedItem {
  readonly id: string
  readonly label: string
  readonly title: string
  /** Items of one wave wait for none of each other. */
  readonly wave: number
  readonly waitsFor: readonly string[]
  /** Earlier items that change the same files: it waits for them, or builds on what they did. */
  readonly after: readonly {
    readonly id: string
    readonly files: readonly string[]
    readonly isDone: boolean
  }[]
  /** There is saved progress to resume from. */
  readonly resumes: boolean
  readonly stepsSaved: readonly string[]
  /** Of the steps that the workflow names; null if it names none. */
  readonly stepsLeft: readonly string[] | null
  /** Why its saved progress does not count. */
  readonly startsOver: string | null
  readonly inputChanged: boolean
  /** What the workflow says about it; null if nothing. */
  readonly note: string | null
}

export async function planRun(prepared: Prepared): Promise<DryRun> {
  const { workflow, parallel, selection, saved, estimate, notes, command } = prepared
  const { chosen, leftOut } = selection
  const credentials = await knownCredentials(prepared)
  const waves = waveOf(chosen.map((entry) => ({ id: entry.item.id, waitsFor: waitedFor(entry) })))
  const plan: DryRun = {
    schema: 'agentos.dry-run/1',
    workflow: workflow.name,
    parallel,
    items: chosen.map(
      ({ item: { id, label, title, note = null }, waitsFor, after, inputChanged }) => ({
        ...{ id, label, title, wave: waves.get(id) ?? 1, waitsFor, after },
        ...progressOf(saved.get(id), workflow.steps),
        inputChanged,
        note,
      }),
    ),
    leftOut: leftOut.map(({ item: { id, label }, why }) => ({
      id,
      label,
      why: withOwnCommands(leftOutWords(why, label), command),
    })),
    credentials,
    estimate,
    budget: credentials === null ? null : prepared.config.limits.runCost,
    notes,
    missing: missingFor(prepared),
    command,
  }
  return redactorOf(secretsOf(prepared)).redactDeep(plan)
}

function progressOf({ steps = [], startsOver }: Partial<Progress> = {}, named: readonly string[]) {
  return {
    resumes: steps.length > 0,
    stepsSaved: steps,
    stepsLeft: named.length === 0 ? null : named.filter((name) => !steps.includes(name)),
    startsOver: startsOver === undefined ? null : SET_ASIDE[startsOver],
  }
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
    const models = runModels(config, undefined)
    checkRoles(workflow.roles, models, config)
    requirePrices(models.settings, { used: workflow.roles, limit: prepared.costLimit })
    return null
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return `${error.message} ${error.hint ?? ''}`.trimEnd()
  }
}

/** Earlier runs' facts about the credentials that a run would use. Null: it needs none. */
async function knownCredentials(prepared: Prepared): Promise<CredentialReport[] | null> {
  const { workflow, config, mock, store } = prepared
  if (mock || workflow.roles.length === 0) return null
  const remembered = await fromStore(viewStore(store).remembered(systemClock.now()))
  return reportCredentials(config, configuredCredentials(config, process.env), remembered)
}
