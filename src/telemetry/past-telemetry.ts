/** A run that its events tell of, as spans and metrics, with the times of then. */
import {
  type AggregationTemporalitySelector,
  MeterProvider,
  MetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Event, EventOf } from '../model/event.ts'
import { createMeasures } from './measures.ts'
import { readableSpan, spanOrigin, time } from './spans/readable-span.ts'
import { RunSpans } from './spans/run-spans.ts'
import { isSent, type Span } from './spans/span.ts'

export interface Past {
  readonly events: Iterable<Event>
  /** When the run was last heard of. */
  readonly until: number
  /** Its open spans are still to end, by themselves. */
  readonly isAlive: boolean
}

export interface PastTelemetry {
  readonly spans: readonly ReadableSpan[]
  readonly metrics: ResourceMetrics
}

export async function pastTelemetry(
  { events, until, isAlive }: Past,
  temporality?: AggregationTemporalitySelector,
): Promise<PastTelemetry> {
  const ended: Span[] = []
  const spans = new RunSpans((span) => isSent(span) && ended.push(span))
  let started: EventOf<'run-started'> | undefined
  for (const event of events) {
    if (event.type === 'run-started') started = event
    spans.add(event)
  }
  if (!isAlive) spans.close(until)
  if (started === undefined) throw new Error('A run without a beginning. This is a bug in AgentOS.')
  const origin = spanOrigin(started)
  const reader = new OnDemand(
    temporality === undefined ? {} : { aggregationTemporalitySelector: temporality },
  )
  const provider = new MeterProvider({ resource: origin.resource, readers: [reader] })
  const measure = createMeasures(provider.getMeter('agentos', started.version))
  for (const span of ended) measure(span)
  const { resourceMetrics } = await reader.collect()
  return {
    spans: ended.map((span) => readableSpan(span, origin)),
    metrics: withTimes(resourceMetrics, started.at, until),
  }
}

class OnDemand extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** The packages know only now. */
function withTimes(metrics: ResourceMetrics, from: number, to: number): ResourceMetrics {
  const times = { startTime: time(from), endTime: time(to) }
  return {
    resource: metrics.resource,
    scopeMetrics: metrics.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics.map(
        (metric) =>
          ({
            ...metric,
            dataPoints: metric.dataPoints.map((point) => ({ ...point, ...times })),
          }) as typeof metric,
      ),
    })),
  }
}
