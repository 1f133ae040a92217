/** The trace of a new run, and what its workers and their commands hear of it. */
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { RunId } from '../model/ids.ts'
import {
  type RunTrace,
  type SpanReference,
  traceContextIn,
  traceVariables,
} from '../model/trace.ts'
import { eventsIn } from '../reporters/event-file.ts'
import { eventFile, runsOf } from '../reporters/past-run.ts'
import type { Prepared } from './prepare.ts'

/** A child of whoever started us, such as a job of CI; else a trace of its own. */
export function newTrace(prepared: Prepared): RunTrace {
  const parent = traceContextIn(process.env)
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? true,
    ...(parent?.state === undefined ? {} : { state: parent.state }),
    ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
    links: earlierRun(prepared),
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
    prepared.config.tracing.project ??
    environment.TRACER_PROJECT ??
    environment.LANGSMITH_PROJECT ??
    environment.LANGCHAIN_PROJECT ??
    basename(prepared.location.mainRoot)
  return {
    // Older and newer SDKs of LangSmith read different ones.
    ...{ LANGSMITH_PROJECT: project, LANGCHAIN_PROJECT: project },
    ...environment,
    ...{ TRACER_PROJECT: project, TRACER_RUN_ID: run },
    ...traceVariables(trace),
  }
}

/** The run whose saved steps this one goes on with: the newest one of the workflow. */
function earlierRun({ saved, state, workflow }: Prepared): SpanReference[] {
  if (saved.size === 0) return []
  for (const { folder } of runsOf(state.logs)) {
    for (const event of eventsIn(eventFile(folder))) {
      if (event.type !== 'run-started' || event.workflow !== workflow.name) break
      const { trace } = event
      return trace === undefined ? [] : [{ traceId: trace.traceId, spanId: trace.spanId }]
    }
  }
  return []
}
