/** OpenTelemetry's exporters; they read addresses, headers, timeouts and certificates from `OTEL_*`. */
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Signal } from './signals.ts'

export function spanExporter({ protocol }: Signal): SpanExporter {
  return protocol === 'http/json' ? new JsonTraceExporter() : new ProtobufTraceExporter()
}

export function metricExporter({ protocol }: Signal): PushMetricExporter {
  return protocol === 'http/json' ? new JsonMetricExporter() : new ProtobufMetricExporter()
}
