/**
 * One run from its prepared request to its exit code: opens what it needs, in an order that can be
 * closed backwards, and hands over to the coordinator.
 */
import { randomBytes } from 'node:crypto'
import { coordinate } from '../../coordinator/coordinate.ts'
import { localPool } from '../../coordinator/local-pool.ts'
import { storageFailureOf } from '../../coordinator/storage-failure.ts'
import { systemClock } from '../../coordinator/system-clock.ts'
import { aliveBy } from '../../fleet/alive-runs.ts'
import { LocalFleet } from '../../fleet/local-fleet.ts'
import { spoolFolder } from '../../fleet/spool-folder.ts'
import type { RunId } from '../../model/ids.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { RunLogs, recoverOutput } from '../../reporters/logs/run-logs.ts'
import type { Locks } from '../../store/ledger.ts'
import { openStore } from '../../store/open-store.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import { fromStore } from '../repository-store.ts'
import { requireSigning } from '../secrets/signing.ts'
import { bestEffortMemory } from './best-effort-memory.ts'
import { exportRun } from './export-run.ts'
import { type HeldRun, holdRun } from './hold-run.ts'
import { mockAddress } from './mock-address.ts'
import { checkRoles, type RunModels, runModels } from './models.ts'
import { Opened } from './opened.ts'
import { secretsOf } from './plan-run.ts'
import type { Prepared } from './prepare.ts'
import { requirePrices } from './require-prices.ts'
import type { RunHost } from './run-host.ts'
import { fleetOptions, ownEnvironment, runOptions } from './run-options.ts'
import { newTrace } from './run-trace.ts'
import { sweepDone } from './sweep-done.ts'

const KEEP_PLACE_EVERY_MS = 1_000
/** A worker gives its lease back when the call times out; this is for one that cannot. */
const LEASE_SLACK_MS = 60_000

/** Runs a prepared request to its end; returns the exit code. */
export async function executeRun(prepared: Prepared, host: RunHost): Promise<number> {
  const mock = await mockAddress(prepared.flags)
  try {
    const models = runModels(prepared.config, mock)
    // What will be filed at the end should not fail only there.
    if (prepared.selection.chosen.length > 0) await prepared.github?.requireAccess()
    requireSigning(prepared)
    checkRoles(prepared.workflow.roles, models, prepared.config)
    const { costLimit: limit, workflow } = prepared
    requirePrices(models.settings, { used: workflow.roles, limit })
    return await execute(prepared, { models, host })
  } finally {
    await mock?.close()
  }
}

/** Should the state directory have been removed, other runs see again who works on which items. */
function keepPlace(shared: StateDirectory, held: HeldRun, locks: Locks): void {
  // The next use reports the error.
  void storageFailureOf(async () => {
    shared.restore()
    held.lock.restore() // before the locks, which count as those of a dead run without it
    await locks.restore()
  })
}

async function execute(
  prepared: Prepared,
  { models, host }: { readonly models: RunModels; readonly host: RunHost },
): Promise<number> {
  const { selection, state, shared } = prepared
  await using opened = new Opened()
  state.create()
  shared.create()
  const held = opened.adopt(holdRun(shared), ({ lock }) => lock.release())
  const { holder } = held
  const id = holder.run as RunId
  const isAlive = aliveBy(shared.runs)
  const redactor = redactorOf(secretsOf(prepared, models), randomBytes(16).toString('hex'))
  // To the host's output until the run's own is open.
  const warnings = { print: host.warn }
  const warn = (text: string) => warnings.print(text)
  const warnOfRemoval = (path: string) => {
    void storageFailureOf(async () => held.lock.restore()) // at once: its locks, which are back, must not pass for a dead run's
    warn(`${path} was removed during the run. It was restored with its contents.`)
  }
  const spools = opened.adopt(
    state.use(() =>
      spoolFolder(
        state.spool,
        { ...holder, command: prepared.command },
        {
          isAlive,
          recover: ({ log, lines }) =>
            recoverOutput(state.logs, { log, lines: redactor.redact(lines) }),
        },
      ),
    ),
    (folder) => folder.remove(),
  )
  const store = opened.adopt(openStore(prepared.store, { onPutBack: warnOfRemoval }), (one) =>
    one.close(),
  )
  await fromStore(store.check())
  const locks = store.locksOf(holder, isAlive)
  // The built-in mock provider ends with its run, and its quotas with it.
  const isForgotten = prepared.flags.mock && prepared.flags.mockUrl === undefined
  const memory = bestEffortMemory(isForgotten ? undefined : store.poolMemory, (message) =>
    warn(`Remaining limits cannot be saved for the next run: ${message}`),
  )
  const now = systemClock.now()
  const [remembered, levels] = [await memory.rests(now), await memory.levels(now)]
  const trace = newTrace(prepared)
  const logs = state.use(
    () =>
      new RunLogs({
        logs: state.logs,
        startedAt: systemClock.now(),
        itemBytes: prepared.config.limits.log,
        onWriteError: (message) =>
          warn(`Logs cannot be written completely; the run continues: ${message}`),
      }),
  )
  const reporting = opened.adopt(
    host.openReporting({
      items: selection.chosen.map(({ item }) => item),
      logs,
      workingDirectory: prepared.workingDirectory,
    }),
    (one) => one.close(),
  )
  warnings.print = reporting.warn
  for (const note of notesOf(prepared)) reporting.say(note)
  await sweepDone(prepared, store, locks)
  const exporting =
    selection.chosen.length === 0
      ? undefined
      : await exportRun({ ...host, warn }, prepared.config.tracing.patience)
  const run = coordinate({
    ...runOptions(prepared, models),
    redactor,
    run: id,
    trace,
    logs: logs.folder,
    store,
    locks,
    openPool: (listener) =>
      localPool({
        credentials: models.credentials,
        cost: prepared.config.limits,
        leaseMs: prepared.config.limits.itemTimeout + LEASE_SLACK_MS,
        jitter: Math.random,
        remembered,
        levels,
        clock: systemClock,
        memory,
        listener,
      }),
    fleet: new LocalFleet({
      ...fleetOptions({ prepared, models, run: id, trace }),
      run: id,
      clock: systemClock,
      redactor,
      spoolDirectory: () => {
        held.lock.restore()
        return spools.make()
      },
      output: reporting.output,
    }),
    listeners: [reporting.listener, ...(exporting === undefined ? [] : [exporting.listener])],
  })
  opened.defer(host.stopOnDemand(run, reporting))
  const keeping = setInterval(() => keepPlace(shared, held, locks), KEEP_PLACE_EVERY_MS)
  opened.defer(() => clearInterval(keeping))
  const exitCode = await run.finished
  await exporting?.close(id, exitCode)
  return exitCode
}

/** Lines from before the run's first event. */
function notesOf(prepared: Prepared): string[] {
  const notes = [...prepared.notes]
  const { withheld } = ownEnvironment(prepared.config)
  if (withheld.length > 0)
    notes.push(
      `Withheld from workers and commands (setting commands.environment): ${withheld.join(', ')}`,
    )
  return notes
}
