/** Our spans in the form of OpenTelemetry's packages. */
import { createTraceState, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import {
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { EventOf } from '../../model/event.ts'
import type { RunTrace, SpanReference } from '../../model/trace.ts'
import { MOST_MOMENTS, type Span } from './span.ts'

/** What all spans of a run have in common. */
export interface SpanOrigin {
  readonly resource: Resource
  readonly version: string
  /** Of the run: whether its trace is kept, what vendors pass on, and the span that another process has started. */
  readonly trace: Pick<RunTrace, 'isSampled' | 'state' | 'parentSpanId'>
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
export function spanOrigin({ run, version, trace }: EventOf<'run-started'>): SpanOrigin {
  const own = resourceFromAttributes({
    'service.name': 'agentos',
    'service.version': version,
    'service.instance.id': run,
  })
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  return { resource: own.merge(detectResources({ detectors })), version, trace }
}

export function readableSpan(span: Span, { resource, version, trace }: SpanOrigin): ReadableSpan {
  const { name, attributes, startedAt, endedAt, parentSpanId, failed, droppedMoments } = span
  const moments = span.moments.slice(0, MOST_MOMENTS)
  const { state } = trace
  const flags = {
    traceFlags: trace.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  }
  const context = ({ traceId, spanId }: SpanReference) => ({ traceId, spanId, ...flags })
  return {
    name,
    kind: span.type === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context(span),
    ...(parentSpanId === undefined
      ? {}
      : {
          parentSpanContext: {
            ...context({ traceId: span.traceId, spanId: parentSpanId }),
            isRemote: parentSpanId === trace.parentSpanId,
          },
        }),
    startTime: millisToHrTime(startedAt),
    endTime: millisToHrTime(endedAt),
    duration: millisToHrTime(endedAt - startedAt),
    status:
      failed === undefined
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, message: failed },
    attributes: failed === undefined ? attributes : { ...attributes, 'error.type': failed },
    links: span.links.map((link) => ({ context: { ...context(link), isRemote: true } })),
    events: moments.map(({ at, ...moment }) => ({ ...moment, time: millisToHrTime(at) })),
    ended: true,
    resource,
    instrumentationScope: { name: 'agentos', version },
    droppedAttributesCount: 0,
    droppedLinksCount: 0,
    droppedEventsCount: droppedMoments + span.moments.length - moments.length,
  }
}
