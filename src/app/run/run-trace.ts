/** The trace of a new run, and what its workers and their commands hear of it. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { RunId } from '../../model/ids.ts'
import {
  type RunTrace,
  type SpanReference,
  traceContextIn,
  traceVariables,
} from '../../model/trace.ts'
import { eventsIn } from '../../reporters/logs/event-file.ts'
import { folderName, runFolders } from '../../reporters/logs/run-folders.ts'
import { eventFile } from '../../reporters/past/past-run.ts'
import type { Prepared } from './prepare.ts'

const MOST_LINKS = 20

/** A child of the caller's trace, such as that of a CI job; otherwise a new trace. */
export function newTrace(prepared: Prepared): RunTrace {
  const parent = traceContextIn(process.env)
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? true,
    ...(parent?.state === undefined ? {} : { state: parent.state }),
    ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
    links: earlierRuns(prepared),
  }
}

export function traceEnvironment(options: {
  readonly environment: NodeJS.ProcessEnv
  readonly prepared: Prepared
  readonly trace: RunTrace
  readonly run: RunId
}): NodeJS.ProcessEnv {
  const { prepared, trace, run } = options
  const { TRACESTATE: _, ...environment } = options.environment
  const project =
    prepared.config.tracing.project ||
    environment.TRACER_PROJECT ||
    environment.LANGSMITH_PROJECT ||
    environment.LANGCHAIN_PROJECT ||
    basename(prepared.mainRoot)
  return {
    // Older and newer SDKs of LangSmith read different ones.
    ...{ LANGSMITH_PROJECT: project, LANGCHAIN_PROJECT: project },
    ...environment,
    ...{ TRACER_PROJECT: project, TRACER_RUN_ID: run },
    ...traceVariables(trace),
  }
}

/** The runs whose saved steps this run reuses. */
function earlierRuns({ saved, state, workflow }: Prepared): SpanReference[] {
  const links = new Map<string, SpanReference>()
  const folders = saved.size === 0 ? [] : runFolders(state.logs)
  const known = new Map<string, RunTrace | undefined>()
  const traceOf = (folder: string) => {
    if (!known.has(folder)) known.set(folder, traceIn(folder, workflow.name))
    return known.get(folder)
  }
  for (const { savedAt } of saved.values()) {
    if (savedAt === undefined) continue
    const latest = folderName(savedAt)
    const folder = folders.find((path) => basename(path) <= latest && traceOf(path) !== undefined)
    const trace = folder === undefined ? undefined : traceOf(folder)
    if (trace !== undefined)
      links.set(trace.spanId, { traceId: trace.traceId, spanId: trace.spanId })
  }
  return [...links.values()].slice(0, MOST_LINKS)
}

/** The trace of a run of this workflow. */
function traceIn(folder: string, workflow: string): RunTrace | undefined {
  const path = eventFile(folder)
  const [first] = existsSync(path) ? eventsIn(path) : []
  return first?.type === 'run-started' && first.workflow === workflow ? first.trace : undefined
}
