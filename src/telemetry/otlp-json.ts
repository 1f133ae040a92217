/** A past run as OTLP's JSON, a request on each line: what `v1/traces` and `v1/metrics` of a receiver take. */
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { PastTelemetry } from './past-telemetry.ts'

/** So that no line is too long for a receiver. */
const SPANS_A_LINE = 5_000

export function* otlpJson({ spans, metrics }: PastTelemetry): Generator<string> {
  const decoder = new TextDecoder()
  for (let from = 0; from < spans.length; from += SPANS_A_LINE) {
    const request = JsonTraceSerializer.serializeRequest(spans.slice(from, from + SPANS_A_LINE))
    yield `${decoder.decode(request)}\n`
  }
  if (metrics.scopeMetrics.length > 0)
    yield `${decoder.decode(JsonMetricsSerializer.serializeRequest(metrics))}\n`
}
