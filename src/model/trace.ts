/**
 * One run is one trace. Who is whose parent is said across processes as W3C Trace Context says it, in the
 * environment: `TRACEPARENT` and `TRACESTATE`.
 */
import type { Data } from './fields.ts'
import type { runTraceSchema } from './run-start.ts'

export type RunTrace = Data<typeof runTraceSchema>

/** A span as others may refer to it. */
export type SpanReference = Pick<RunTrace, 'traceId' | 'spanId'>

/** Where new spans belong. */
export type TraceContext = Pick<RunTrace, 'traceId' | 'spanId' | 'isSampled' | 'state'>

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const MOST_STATE = 512

/** What an environment says; nothing if that is not to be understood, as the standard wants it. */
export function traceContextIn(
  environment: Readonly<Record<string, string | undefined>>,
): TraceContext | undefined {
  const { TRACEPARENT: parent = '', TRACESTATE: state = '' } = environment
  const [, version, traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(parent.trim()) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1
  const isFit = state !== '' && state.length <= MOST_STATE && /^[\x20-\x7e]+$/.test(state)
  return { traceId, spanId, isSampled, ...(isFit ? { state } : {}) }
}

/** The same for a child process, also under the names that older tracers read. */
export function traceVariables({
  traceId,
  spanId,
  isSampled,
  state,
}: TraceContext): Record<string, string> {
  return {
    TRACEPARENT: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    ...(state === undefined ? {} : { TRACESTATE: state }),
    TRACER_PARENT_SPAN_ID: spanId,
  }
}

/** The context below another one of the same trace. */
export function within(context: TraceContext, spanId: string): TraceContext {
  const { traceId, isSampled, state } = context
  return { traceId, spanId, isSampled, ...(state === undefined ? {} : { state }) }
}

function isZero(id: string): boolean {
  return /^0*$/.test(id)
}
