/**
 * The shared runner behind every work command: a workflow and flags in, an exit code out. The state
 * directory is touched only when there is a run.
 */
import { randomBytes } from 'node:crypto'
import { stayModest } from '../../cli/modest-memory.ts'
import { createReporting } from '../../cli/screen/reporting.ts'
import { dryRunText } from '../../cli/show/dry-run-text.ts'
import { stopOnSignals } from '../../cli/signals.ts'
import { coordinate } from '../../coordinator/coordinate.ts'
import { systemClock } from '../../coordinator/system-clock.ts'
import { troubleIn } from '../../coordinator/trouble-in.ts'
import { aliveBy } from '../../fleet/alive-runs.ts'
import { LocalFleet } from '../../fleet/local-fleet.ts'
import { SpoolFolder } from '../../fleet/spool-folder.ts'
import { redactorOf } from '../../model/fingerprints.ts'
import type { RunId } from '../../model/ids.ts'
import type { Secret } from '../../model/secret.ts'
import { UsageError } from '../../model/usage-error.ts'
import { RunLogs, recoverOutput } from '../../reporters/logs/run-logs.ts'
import { plural } from '../../reporters/words/words.ts'
import type { Locks, PoolMemory } from '../../store/ledger.ts'
import { SqliteLedger } from '../../store/sqlite/ledger.ts'
import { SqliteLocks } from '../../store/sqlite/locks.ts'
import { SqlitePoolMemory } from '../../store/sqlite/pool-memory.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { knownSecrets } from '../secrets/known-secrets.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { requireSigning } from '../secrets/signing.ts'
import { withLedger } from '../with-ledger.ts'
import { bestEffortMemory } from './best-effort-memory.ts'
import { planDryRun } from './dry-run.ts'
import { exportRun } from './export-run.ts'
import { knownCredentials } from './known-credentials.ts'
import { offlineProvider } from './mock-address.ts'
import { checkRoles, type RunModels, runModels } from './models.ts'
import { type HeldRun, holdRun } from './new-holder.ts'
import { type Prepared, prepare, type Work } from './prepare.ts'
import { fleetOptions, ownEnvironment, runOptions } from './run-options.ts'
import { newTrace } from './run-trace.ts'
import { sweepDone } from './sweep-done.ts'

const KEEP_PLACE_EVERY_MS = 1_000

/** The built-in mock provider ends with its run, and its quotas with it. */
const NO_MEMORY: PoolMemory = {
  rests: () => [],
  recordRest: () => {},
  levels: () => [],
  recordLevels: () => {},
  close: () => {},
}

export async function work(asked: Work): Promise<number> {
  if (!asked.flags.dryRun) stayModest() // first: room that has been taken is not given back
  const prepared = await prepare(asked)
  if (asked.flags.dryRun) return showPlan(prepared)
  const offline = await offlineProvider(asked.flags)
  try {
    const models = runModels(prepared.config, offline)
    await checkGitHub(prepared)
    requireSigning(prepared)
    checkRoles(prepared.workflow.roles, models, prepared.config)
    return await execute(prepared, models)
  } finally {
    await offline?.close()
  }
}

/** What will be filed at the end should not fail only there. */
async function checkGitHub({ workflow, github, selection }: Prepared): Promise<void> {
  if (selection.chosen.length > 0) await github?.requireAccess(workflow.name)
}

function showPlan(prepared: Prepared): number {
  const now = systemClock.now()
  const missing = missingFor(prepared)
  const credentials = knownCredentials(prepared, now)
  const planned = planDryRun({ ...prepared, missing, credentials })
  const plan = redactorOf(secretsOf(prepared)).redactDeep(planned)
  process.stdout.write(prepared.flags.json ? `${JSON.stringify(plan)}\n` : dryRunText(plan, now))
  return 0
}

/** Without `models`, which a plan may lack, credentials go by the names of their variables. */
function secretsOf({ config, github }: Prepared, models?: RunModels): Secret[] {
  return knownSecrets({
    credentials: models?.credentials ?? [],
    token: github?.place.secret,
    variables: secretVariables(config),
    environment: process.env,
  })
}

/** What a run would be refused for; the plan is shown all the same. */
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

/** Whoever misses a variable in a test should not have to guess. */
function withheldNote({ config }: Prepared, models: RunModels): string[] {
  const { withheld } = ownEnvironment(config, models)
  if (withheld.length === 0) return []
  return [
    `Withheld from workers and commands (setting commands.environment): ${withheld.join(', ')}`,
  ]
}

/** Should the state directory have been removed, other runs see again who works on which items. */
function keepPlace(shared: StateDirectory, held: HeldRun, locks: Locks): void {
  // What is wrong with it, whoever needs it next says.
  troubleIn(() => {
    shared.restore()
    held.restore() // before the locks, which count as those of a dead run without it
    locks.restore()
  })
}

async function execute(prepared: Prepared, models: RunModels): Promise<number> {
  const { flags, location, selection, state, parallel } = prepared
  state.create()
  const lockState = StateDirectory.of(location.mainRoot, process.env.AGENTOS_HOME)
  lockState.create()
  const held = holdRun(lockState)
  const { holder } = held
  const id = holder.run as RunId
  const isAlive = aliveBy(lockState.runs)
  const redactor = redactorOf(secretsOf(prepared, models), randomBytes(16).toString('hex'))
  let warn = (text: string): void => void process.stderr.write(`warning: ${text}\n`)
  const warnOfRemoval = (path: string) => {
    troubleIn(() => held.restore()) // at once: its locks, which are back, must not pass for a dead run's
    warn(`${path} had been removed while the run was going on. It was put back with all it held.`)
  }
  const ledger = withLedger(state.ledger, (path) => new SqliteLedger(path, warnOfRemoval))
  const locks = withLedger(lockState.ledger, (path) => new SqliteLocks(path, holder, warnOfRemoval))
  const isOwnMock = flags.mock && flags.mockUrl === undefined
  const poolMemory = isOwnMock
    ? NO_MEMORY
    : bestEffortMemory(
        withLedger(state.ledger, (path) => new SqlitePoolMemory(path)),
        (message) => warn(`What is left of limits cannot be kept: ${message}`),
      )
  const trace = newTrace(prepared)
  const logs = state.use(
    () =>
      new RunLogs({
        logs: state.logs,
        startedAt: systemClock.now(),
        itemBytes: prepared.config.limits.log,
        onTrouble: (message) =>
          warn(`Logs cannot be written as they should, the run goes on: ${message}`),
      }),
  )
  const owner = { ...holder, command: prepared.command }
  const recover = ({ log, lines }: { log: string; lines: string }) =>
    recoverOutput(state.logs, { log, lines: redactor.redact(lines) })
  const spools = state.use(() => new SpoolFolder(state.spool, owner, { isAlive, recover }))
  const reporting = createReporting({
    flags,
    items: selection.chosen.map(({ item }) => item),
    logs,
    workingDirectory: prepared.workingDirectory,
    clock: systemClock,
  })
  warn = reporting.warn
  try {
    if (flags.parallel > parallel) {
      const items = plural(parallel, 'item')
      reporting.say(
        `Warning: ${flags.parallel} at once is above the cap; ${items} run at once (setting maxParallel).`,
      )
    }
    for (const note of [...prepared.notes, ...withheldNote(prepared, models)]) reporting.say(note)
    await sweepDone({
      ...{ workflow: prepared.workflow.name, mock: prepared.mock },
      ...{ selection, state, locks, isAlive },
      ...{ ledger: lockState.ledger, root: location.root },
    })
    const exporting =
      selection.chosen.length === 0
        ? undefined
        : await exportRun({
            ...{ environment: process.env, warn: reporting.warn },
            patienceMs: prepared.config.tracing.patience,
          })
    const run = coordinate({
      ...runOptions(prepared, models),
      redactor,
      run: id,
      trace,
      logs: logs.folder,
      ledger,
      poolMemory,
      locks,
      isAlive,
      openFleet: (fleetListeners) =>
        new LocalFleet({
          ...fleetOptions({ prepared, models, shared: lockState, run: id, trace }),
          ...fleetListeners,
          run: id,
          clock: systemClock,
          redactor,
          spoolDirectory: () => {
            held.restore()
            return spools.make()
          },
          output: reporting.output,
        }),
      listeners: [reporting.listener, ...(exporting === undefined ? [] : [exporting.listener])],
    })
    const stopListening = stopOnSignals(run, reporting)
    const keeping = setInterval(() => keepPlace(lockState, held, locks), KEEP_PLACE_EVERY_MS)
    try {
      const exitCode = await run.finished
      await exporting?.close(id, exitCode)
      return exitCode
    } finally {
      clearInterval(keeping)
      stopListening()
    }
  } finally {
    reporting.close()
    locks.close()
    poolMemory.close()
    ledger.close()
    spools.remove()
    held.release()
  }
}
