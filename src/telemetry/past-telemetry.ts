/** A past run, known by its events, as spans and metrics with the times of then. */
import { millisToHrTime } from '@opentelemetry/core'
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import {
  type AggregationTemporalitySelector,
  MeterProvider,
  MetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Event, EventOf } from '../model/event.ts'
import { createMeasures } from './measures.ts'
import { readableSpan, spanOrigin } from './spans/readable-span.ts'
import { RunSpans } from './spans/run-spans.ts'
import { isSent, type Span } from './spans/span.ts'

export interface Past {
  readonly events: Iterable<Event>
  /** The time of the last event. */
  readonly until: number
  /** Its open spans will still end. */
  readonly isAlive: boolean
}

export interface PastTelemetry {
  readonly spans: readonly ReadableSpan[]
  readonly metrics: ResourceMetrics
}

/** So that no line is too long for a receiver. */
const SPANS_A_LINE = 5_000

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
  if (started === undefined) throw new Error('A run without a start. This is a bug in AgentOS.')
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
    metrics: withTimes(resourceMetrics, [started.at, until]),
  }
}

/** As OTLP's JSON, a request on each line: the input of `v1/traces` and `v1/metrics` of a receiver. */
export function* otlpJson({ spans, metrics }: PastTelemetry): Generator<string> {
  const decoder = new TextDecoder()
  for (let from = 0; from < spans.length; from += SPANS_A_LINE) {
    const request = JsonTraceSerializer.serializeRequest(spans.slice(from, from + SPANS_A_LINE))
    yield `${decoder.decode(request)}\n`
  }
  if (metrics.scopeMetrics.length > 0)
    yield `${decoder.decode(JsonMetricsSerializer.serializeRequest(metrics))}\n`
}

class OnDemand extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** The packages know only the present. */
function withTimes(all: ResourceMetrics, [from, until]: [number, number]): ResourceMetrics {
  const times = { startTime: millisToHrTime(from), endTime: millisToHrTime(until) }
  const points = all.scopeMetrics.flatMap(({ metrics }) =>
    metrics.flatMap((metric): object[] => metric.dataPoints),
  )
  for (const point of points) Object.assign(point, times)
  return all
}
