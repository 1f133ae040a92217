import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { Deliveries, type Delivery } from './delivery.ts'
import { metricExporter, spanExporter } from './otlp-exporters.ts'
import type { PastTelemetry } from './past-run.ts'
import type { Signals } from './signals.ts'

const SPANS_A_REQUEST = 512

/** One request after the other, until one is lost: here somebody waits, and may try again. */
export async function sendPastRun(
  { spans, metrics }: PastTelemetry,
  signals: Signals,
): Promise<Delivery> {
  const deliveries = new Deliveries()
  if (signals.traces !== undefined) {
    deliveries.expect(spans.length)
    const exporter = deliveries.watch(
      spanExporter(signals.traces),
      (batch: ReadableSpan[]) => batch.length,
    )
    for (let from = 0; from < spans.length; from += SPANS_A_REQUEST) {
      const batch = spans.slice(from, from + SPANS_A_REQUEST)
      await new Promise((resolve) => exporter.export(batch, resolve))
      if (deliveries.state.why !== undefined) break
    }
  }
  if (signals.metrics !== undefined) {
    const exporter = deliveries.watch(metricExporter(signals.metrics), () => 0)
    await new Promise((resolve) => exporter.export(metrics, resolve))
  }
  return deliveries.state
}
