/** The events of a run that is going on, sent as spans and metrics by OTLP over HTTP. */
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Event } from '../model/event.ts'
import { Deliveries, type Delivery } from './delivery.ts'
import { createMeasures, type Measure } from './measures.ts'
import { metricExporter, spanExporter } from './otlp-exporters.ts'
import { readableSpan, type SpanOrigin } from './readable-span.ts'
import { RunSpans } from './run-spans.ts'
import { milliseconds, type Signals } from './signals.ts'
import type { Span } from './span.ts'
import { spanOrigin } from './span-origin.ts'

/** As many as the exporter sends at once, so that the last ones have room. */
const MOST_WAITING = 30 * 512
const SPANS_EVERY_MS = 1_000
const METRICS_EVERY_MS = 60_000

export class OtlpExport {
  readonly #signals: Signals
  readonly #spans = new RunSpans((span) => this.#ended(span))
  readonly #deliveries = new Deliveries()
  #origin: SpanOrigin | undefined
  #processor: BatchSpanProcessor | undefined
  #metrics: MeterProvider | undefined
  #measure: Measure = () => {}
  #hasSent = false

  constructor(signals: Signals) {
    this.#signals = signals
  }

  add(event: Event): void {
    if (event.type === 'run-started') this.#open(event)
    this.#spans.add(event)
  }

  get delivery(): Delivery {
    return this.#deliveries.state
  }

  /** Sends what has not been sent; resolves when that has arrived or is lost, which may be known before. */
  async flush(): Promise<void> {
    if (this.#deliveries.isInTrouble) return
    await Promise.allSettled([this.#processor?.forceFlush(), this.#metrics?.forceFlush()])
  }

  #open(started: Extract<Event, { type: 'run-started' }>): void {
    const { traces, metrics } = this.#signals
    this.#origin = spanOrigin(started)
    // Whoever began the trace may want none of it.
    if (traces !== undefined && this.#origin.trace.isSampled)
      this.#processor = new BatchSpanProcessor({
        exporter: this.#deliveries.watch(
          spanExporter(traces),
          (spans: ReadableSpan[]) => spans.length,
        ),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: milliseconds(process.env.OTEL_BSP_SCHEDULE_DELAY) ?? SPANS_EVERY_MS,
      })
    if (metrics === undefined) return
    this.#metrics = new MeterProvider({
      resource: this.#origin.resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: this.#deliveries.watch(metricExporter(metrics), () => 0),
          exportIntervalMillis:
            milliseconds(process.env.OTEL_METRIC_EXPORT_INTERVAL) ?? METRICS_EVERY_MS,
        }),
      ],
    })
    this.#measure = createMeasures(this.#metrics.getMeter('agentos', started.version))
  }

  #ended(span: Span): void {
    this.#measure(span)
    if (this.#origin === undefined || this.#processor === undefined) return
    this.#deliveries.expect(1)
    this.#processor.onEnd(readableSpan(span, this.#origin))
    // The first one opens the way: a short run has no time for that at its end.
    if (!this.#hasSent) void this.#processor.forceFlush().catch(() => {}) // counted as lost
    this.#hasSent = true
  }
}
