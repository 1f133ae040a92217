/**
 * The shared runner behind every work command: a workflow and flags in, an exit code out. The state
 * directory is touched only when there is a run.
 */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/schema.ts'
import { type CoordinateOptions, coordinate } from '../coordinator/coordinate.ts'
import { identityOf } from '../coordinator/processes.ts'
import { SpoolFolder } from '../coordinator/spool-folder.ts'
import { systemClock } from '../coordinator/system-clock.ts'
import type { RunLimits } from '../model/event.ts'
import type { LockHolder, ProcessIdentity } from '../model/failure.ts'
import { runId } from '../model/ids.ts'
import { redactDeep } from '../model/secret.ts'
import { RunLogs, recoverOutput } from '../reporters/run-logs.ts'
import { plural } from '../reporters/words.ts'
import { SqliteLedger } from '../store/sqlite/ledger.ts'
import { SqliteLocks } from '../store/sqlite/locks.ts'
import { SqliteRests } from '../store/sqlite/rests.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { dryRunText, planDryRun } from './dry-run.ts'
import { checkRoles, type RunModels, runModels } from './models.ts'
import { offlineProvider } from './offline-provider.ts'
import { type Prepared, prepare, type Work, workflowSettings } from './prepare.ts'
import { createReporting } from './reporting.ts'
import { stopOnSignals } from './signals.ts'
import { sweepDone } from './sweep-done.ts'
import { VERSION } from './version.ts'
import { withLedger } from './with-ledger.ts'
import type { WorkFlags } from './work-flags.ts'

/** A little more than workers give themselves to wind up. */
const STOP_GRACE_MS = 1_500

export async function work(asked: Work): Promise<number> {
  const prepared = await prepare(asked)
  if (asked.flags.dryRun) return showPlan(prepared)
  const offline = await offlineProvider(asked.flags)
  try {
    const models = runModels(prepared.config, offline)
    checkRoles(prepared.workflow.roles, models, prepared.config)
    return await execute(prepared, models)
  } finally {
    await offline?.close()
  }
}

function showPlan(prepared: Prepared): number {
  const plan = planDryRun({ ...prepared, workflow: prepared.workflow.name })
  process.stdout.write(prepared.flags.json ? `${JSON.stringify(plan)}\n` : dryRunText(plan))
  return 0
}

async function execute(prepared: Prepared, models: RunModels): Promise<number> {
  const { flags, location, selection, state, parallel } = prepared
  const holder: LockHolder = { run: runId(randomBytes(4).toString('hex')), ...ownIdentity() }
  state.create()
  const lockState = StateDirectory.of(location.mainRoot, process.env.AGENTOS_HOME)
  lockState.create()
  const secrets = models.credentials.map(({ secret }) => secret)
  const spools = new SpoolFolder(state.spool, holder, ({ log, lines }) =>
    recoverOutput(log, redactDeep(lines, secrets)),
  )
  const ledger = withLedger(state.ledger, (path) => new SqliteLedger(path))
  const locks = withLedger(lockState.ledger, (path) => new SqliteLocks(path, holder))
  const rests = withLedger(state.ledger, (path) => new SqliteRests(path))
  const logs = new RunLogs(state.logs, systemClock.now(), (message) =>
    process.stderr.write(`error: Logs cannot be written any more, the run goes on: ${message}\n`),
  )
  const reporting = createReporting({
    flags,
    items: selection.chosen.map(({ item }) => item),
    logs,
    secrets,
    workingDirectory: prepared.workingDirectory,
  })
  try {
    if (flags.parallel > parallel) {
      const items = plural(parallel, 'item')
      reporting.say(
        `Warning: ${flags.parallel} at once is above the cap; ${items} run at once (setting maxParallel).`,
      )
    }
    const { root } = location
    await sweepDone({ workflow: prepared.workflow.name, selection, state, locks, root })
    const run = coordinate({
      ...runOptions(prepared, models),
      run: holder.run as CoordinateOptions['run'],
      logs: logs.folder,
      ledger,
      rests,
      locks,
      fleet: {
        ...fleetOptions(prepared, models, lockState.mutex),
        spoolDirectory: spools.path,
        output: reporting.output,
      },
      listeners: [reporting.listener],
    })
    const stopListening = stopOnSignals(run)
    try {
      return await run.finished
    } finally {
      stopListening()
    }
  } finally {
    reporting.close()
    locks.close()
    rests.close()
    ledger.close()
    spools.remove()
  }
}

function runOptions(prepared: Prepared, models: RunModels) {
  const { flags, config, selection, workflow, parallel } = prepared
  const isDone = ({ why }: (typeof selection.leftOut)[number]) => why.reason === 'done'
  return {
    workflow: workflow.name,
    version: VERSION,
    command: prepared.command,
    chosen: selection.chosen,
    leftOut: selection.leftOut.filter((entry) => flags.names !== 'all' || !isDone(entry)),
    alreadyDone: selection.leftOut.filter(isDone).length,
    limits: runLimits(config, flags, parallel),
    fresh: flags.fresh,
    mock: prepared.mock,
    credentials: models.credentials,
    cost: { runCost: config.limits.runCost, itemCost: config.limits.itemCost },
    callTimeoutMs: config.limits.callTimeout,
    state: prepared.state,
    clock: systemClock,
  }
}

function fleetOptions(
  { config, location, state, workflow }: Prepared,
  models: RunModels,
  mutex: string,
) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return {
    entry: fileURLToPath(new URL(`../worker/entry.${extension}`, import.meta.url)),
    setup: {
      workflowFile: workflow.file,
      repositoryRoot: location.root,
      coordinator: process.pid,
      compileCache: state.compileCache,
      models: models.settings,
      prompts: config.prompts,
      settings: workflowSettings(config, workflow),
      places: { worktrees: state.worktrees(workflow.name), mutex },
    },
    environment: workerEnvironment(state, models.secretVariables),
    cap: config.maxParallel,
  }
}

function runLimits(config: Config, flags: WorkFlags, parallel: number): RunLimits {
  return {
    parallel,
    failFast: flags.failFast,
    itemTimeoutMs: config.limits.itemTimeout,
    idleTimeoutMs: config.limits.idleTimeout,
    runTimeoutMs: config.limits.runTimeout,
    stopGraceMs: STOP_GRACE_MS,
    restarts: config.limits.restarts,
  }
}

function ownIdentity(): ProcessIdentity {
  const identity = identityOf(process.pid)
  if (identity === undefined)
    throw new Error('This process cannot be seen. This is a bug in AgentOS.')
  return identity
}

function workerEnvironment(
  state: StateDirectory,
  secretVariables: readonly string[],
): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: state.compileCache, ...process.env }
  for (const name of secretVariables) delete environment[name]
  // Both colour variables together make every Node child print a warning.
  if (environment.NO_COLOR !== undefined) delete environment.FORCE_COLOR
  return environment
}
