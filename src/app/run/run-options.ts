/** What the coordinator and its workers are told of a prepared run. */
import { join } from 'node:path'
import type { Config } from '../../config/schema.ts'
import { systemClock } from '../../coordinator/system-clock.ts'
import type { RunId } from '../../model/ids.ts'
import type { RunTrace } from '../../model/trace.ts'
import { withoutPlaces } from '../../repository/git/git-environment.ts'
import { worktreesFolder } from '../../store/worktrees-folder.ts'
import { VERSION, WORKER_ENTRY } from '../installation.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { workerEnvironment } from '../secrets/worker-environment.ts'
import type { RunModels } from './models.ts'
import type { Prepared } from './prepare.ts'
import { traceEnvironment } from './run-trace.ts'

/** A little more than workers give themselves to wind up. */
const STOP_GRACE_MS = 1_500

export function runOptions(prepared: Prepared, models: RunModels) {
  const { flags, config, selection, workflow, parallel } = prepared
  const isDone = ({ why }: (typeof selection.leftOut)[number]) => why.reason === 'done'
  return {
    workflow: workflow.name,
    version: VERSION,
    command: prepared.command,
    chosen: selection.chosen,
    leftOut: selection.leftOut.filter((entry) => flags.names !== 'all' || !isDone(entry)),
    alreadyDone: selection.leftOut.filter(isDone).length,
    limits: {
      parallel,
      failFast: flags.failFast,
      itemTimeoutMs: config.limits.itemTimeout,
      idleTimeoutMs: config.limits.idleTimeout,
      runTimeoutMs: config.limits.runTimeout,
      stopGraceMs: STOP_GRACE_MS,
      restarts: config.limits.restarts,
    },
    fresh: flags.fresh,
    mock: prepared.mock,
    models: prepared.models,
    estimate: prepared.estimate,
    credentials: models.credentials,
    github: prepared.github,
    lineage: config.folders.lineage,
    cost: config.limits,
    folder: prepared.state.checkpoints,
    clock: systemClock,
  }
}

export function fleetOptions(options: {
  readonly prepared: Prepared
  readonly models: RunModels
  readonly run: RunId
  readonly trace: RunTrace
}) {
  const { prepared, models, run, trace } = options
  const { config, root, state, workflow, flags, command, github, signing, settings } = prepared
  return {
    entry: WORKER_ENTRY,
    setup: {
      workflow: workflow.source,
      workflowName: workflow.name,
      repositoryRoot: root,
      models: models.settings,
      emitContent: config.tracing.content,
      prompts: config.prompts,
      store: prepared.store,
      gates: flags.gates,
      command,
      settings,
      signing,
      folders: config.folders,
      github: {
        hasIssues: github !== undefined,
        mayFile: github?.mayFile === true,
        mayOpenPulls: github?.mayOpenPulls === true,
      },
      worktrees: join(
        worktreesFolder(root, { configured: config.worktrees, environment: process.env }),
        workflow.name,
      ),
      contextCache: state.safe(state.context),
    },
    environment: traceEnvironment({
      environment: withOneColour(ownEnvironment(config).environment),
      ...{ prepared, trace, run },
    }),
    cap: config.maxParallel,
    memoryBytes: config.limits.memory,
  }
}

/** What workers get of our environment, and the names of what looks like a secret and is withheld. */
export function ownEnvironment(config: Config): ReturnType<typeof workerEnvironment> {
  return workerEnvironment(withoutPlaces(process.env), {
    secret: secretVariables(config),
    allowed: config.commands.environment,
  })
}

/** Both colour variables together make every Node child print a warning. */
function withOneColour(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...others } = environment
  return environment.NO_COLOR === undefined ? environment : others
}
