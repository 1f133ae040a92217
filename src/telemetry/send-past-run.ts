import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { Deliveries, type Delivery } from './deliveries.ts'
import { metricExporter, spanExporter } from './otlp-exporters.ts'
import { type Past, pastTelemetry } from './past-telemetry.ts'
import { RejectionLog } from './rejection-log.ts'
import type { Signal, Signals } from './signals.ts'

const SPANS_A_REQUEST = 512

type Destination = Signal & { readonly log: RejectionLog }

/** One request after the other, until one is lost; the user waits, and may try again. */
export async function sendPastRun(past: Past, { traces, metrics }: Signals): Promise<Delivery[]> {
  const log = new RejectionLog().listen()
  const exporter = metrics && metricExporter(metrics)
  const telemetry = await pastTelemetry(
    past,
    exporter?.selectAggregationTemporality?.bind(exporter),
  )
  return [
    ...(traces === undefined ? [] : [await sendSpans(telemetry.spans, { ...traces, log })]),
    ...(metrics === undefined || exporter === undefined
      ? []
      : [await sendMetrics(telemetry.metrics, exporter, { ...metrics, log })]),
  ]
}

async function sendSpans(spans: readonly ReadableSpan[], to: Destination): Promise<Delivery> {
  const deliveries = new Deliveries('traces', to)
  deliveries.expect(spans.length)
  const exporter = deliveries.watch(spanExporter(to), (batch: ReadableSpan[]) => batch.length)
  for (let from = 0; from < spans.length; from += SPANS_A_REQUEST) {
    const batch = spans.slice(from, from + SPANS_A_REQUEST)
    await new Promise((resolve) => exporter.export(batch, resolve))
    if (deliveries.state.why !== undefined) break
  }
  return deliveries.state
}

async function sendMetrics(
  metrics: ResourceMetrics,
  exporter: PushMetricExporter,
  to: Destination,
): Promise<Delivery> {
  const deliveries = new Deliveries('metrics', to)
  deliveries.expect(1)
  const watched = deliveries.watch(exporter, () => 1)
  await new Promise((resolve) => watched.export(metrics, resolve))
  return deliveries.state
}
