/**
 * The shared runner behind every work command: a workflow and flags in, an exit code out. Reads
 * everything first; the state directory is touched only when there is a run.
 */
import { randomBytes } from 'node:crypto'
import { type LoadedWorkflow, loadWorkflow } from '../authoring/load-workflow.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/schema.ts'
import { coordinate, type Run } from '../coordinator/coordinate.ts'
import { identityOf } from '../coordinator/processes.ts'
import { SpoolFolder } from '../coordinator/spool-folder.ts'
import { systemClock } from '../coordinator/system-clock.ts'
import type { RunLimits } from '../model/event.ts'
import type { LockHolder, ProcessIdentity } from '../model/failure.ts'
import { runId } from '../model/ids.ts'
import { RunLogs } from '../reporters/run-logs.ts'
import { plural } from '../reporters/words.ts'
import { locateRepository, type RepositoryLocation } from '../repository/locate.ts'
import { userRepository } from '../repository/user-repository.ts'
import { type Selection, selectItems } from '../scheduler/select.ts'
import { SqliteLedger } from '../store/sqlite/ledger.ts'
import { SqliteLocks } from '../store/sqlite/locks.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { collectItems } from './collect-items.ts'
import { continueCommand } from './continue-command.ts'
import { dryRunText, planDryRun } from './dry-run.ts'
import { createReporting } from './reporting.ts'
import { stopOnSignals } from './signals.ts'
import { VERSION } from './version.ts'
import type { WorkFlags } from './work-flags.ts'

/** A little more than workers give themselves to wind up. */
const STOP_GRACE_MS = 1_500

export interface Work {
  readonly workflowFile: string
  readonly flags: WorkFlags
  readonly workingDirectory: string
  /** The command line without the program's name, to be repeated. */
  readonly argv: readonly string[]
}

interface Prepared extends Work {
  readonly location: RepositoryLocation
  readonly state: StateDirectory
  readonly config: Config
  readonly workflow: LoadedWorkflow
  readonly selection: Selection
  readonly parallel: number
  readonly command: string
}

export async function work(asked: Work): Promise<number> {
  const prepared = await prepare(asked)
  return asked.flags.dryRun ? showPlan(prepared) : await execute(prepared)
}

async function prepare(asked: Work): Promise<Prepared> {
  const { flags, workingDirectory } = asked
  const location = locateRepository(workingDirectory)
  const state = StateDirectory.of(location.root, process.env.AGENTOS_HOME)
  const config = await loadConfig({
    root: location.root,
    file: flags.config,
    environment: process.env,
    flags: flags.settings,
  })
  const workflow = await loadWorkflow(asked.workflowFile)
  const items = await collectItems(workflow, userRepository(location.root))
  const selection = selectItems({
    items,
    names: flags.names,
    recorded: SqliteLedger.peek(state.ledger, workflow.name),
    fresh: flags.fresh,
  })
  const parallel = Math.min(flags.parallel, config.maxParallel)
  const command = continueCommand(asked.argv)
  return { ...asked, location, state, config, workflow, selection, parallel, command }
}

function showPlan(prepared: Prepared): number {
  const plan = planDryRun({ ...prepared, workflow: prepared.workflow.name })
  process.stdout.write(prepared.flags.json ? `${JSON.stringify(plan)}\n` : dryRunText(plan))
  return 0
}

async function execute(prepared: Prepared): Promise<number> {
  const { flags, config, location, selection, state, workflow, parallel } = prepared
  const run = runId(randomBytes(4).toString('hex'))
  state.create()
  const lockState = StateDirectory.of(location.mainRoot, process.env.AGENTOS_HOME)
  lockState.create()
  const holder: LockHolder = { run, ...ownIdentity() }
  const spools = new SpoolFolder(state.spool, holder)
  const ledger = new SqliteLedger(state.ledger)
  const locks = new SqliteLocks(lockState.ledger, holder)
  const reporting = createReporting({
    flags,
    items: selection.chosen.map(({ item }) => item),
    logs: new RunLogs(state.logs, systemClock.now()),
    workingDirectory: prepared.workingDirectory,
  })
  try {
    if (flags.parallel > parallel) {
      reporting.say(
        `Warning: ${flags.parallel} at once is above the cap; ${plural(parallel, 'item')} run at once (setting maxParallel).`,
      )
    }
    const isTold = ({ why }: Selection['leftOut'][number]) =>
      flags.names !== 'all' || why.reason !== 'done'
    const started: Run = coordinate({
      run,
      workflow: workflow.name,
      version: VERSION,
      command: prepared.command,
      chosen: selection.chosen,
      leftOut: selection.leftOut.filter(isTold),
      alreadyDone: selection.leftOut.filter(({ why }) => why.reason === 'done').length,
      limits: runLimits(config, flags, parallel),
      fresh: flags.fresh,
      state,
      ledger,
      locks,
      clock: systemClock,
      fleet: {
        entry: new URL(`../worker/entry${import.meta.url.slice(-3)}`, import.meta.url).pathname,
        setup: {
          workflowFile: workflow.file,
          repositoryRoot: location.root,
          coordinator: process.pid,
          compileCache: state.compileCache,
        },
        environment: workerEnvironment(state),
        spoolDirectory: spools.path,
        cap: config.maxParallel,
        output: reporting.output,
      },
      listeners: [reporting.listener],
    })
    const stopListening = stopOnSignals(started)
    try {
      return await started.finished
    } finally {
      stopListening()
    }
  } finally {
    reporting.close()
    locks.close()
    ledger.close()
    spools.remove()
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

function workerEnvironment(state: StateDirectory): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: state.compileCache, ...process.env }
  // Both colour variables together make every Node child print a warning.
  if (environment.NO_COLOR !== undefined) delete environment.FORCE_COLOR
  return environment
}
