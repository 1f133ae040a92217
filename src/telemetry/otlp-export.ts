/** The events of an active run, sent as spans and metrics by OTLP over HTTP. */
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Event, EventOf } from '../model/event.ts'
import { Deliveries, type Delivery } from './deliveries.ts'
import { createMeasures, type Measure } from './measures.ts'
import { metricExporter, spanExporter } from './otlp-exporters.ts'
import { RejectionLog } from './rejection-log.ts'
import type { Signals } from './signals.ts'
import { SpanSender } from './span-sender.ts'
import { readableSpan, type SpanOrigin, spanOrigin } from './spans/readable-span.ts'
import { RunSpans } from './spans/run-spans.ts'
import { isSent, type Span } from './spans/span.ts'

const SPANS_EVERY_MS = 1_000
const METRICS_EVERY_MS = 60_000
const LONGEST_TIMER = 2 ** 31 - 1

export class OtlpExport {
  readonly #signals: Signals
  readonly #spans = new RunSpans((span) => this.#ended(span))
  readonly #deliveries: Deliveries[] = []
  readonly #onAnswer: () => void
  readonly #log = new RejectionLog().listen()
  #origin: SpanOrigin | undefined
  #sender: SpanSender | undefined
  #flushMetrics = async (): Promise<void> => {}
  #measure: Measure = () => {}

  /** `onAnswer`: `deliveries` have changed. */
  constructor(signals: Signals, onAnswer: () => void) {
    this.#signals = signals
    this.#onAnswer = onAnswer
  }

  add(event: Event): void {
    if (event.type === 'run-started') this.#open(event)
    this.#spans.add(event)
  }

  get deliveries(): Delivery[] {
    return this.#deliveries.map(({ state }) => state)
  }

  /** Sends what has not been sent; resolves when that has arrived or is lost. */
  async flush(): Promise<void> {
    await Promise.allSettled([this.#sender?.flush(), this.#flushMetrics()])
  }

  #open(started: EventOf<'run-started'>): void {
    const { traces, metrics } = this.#signals
    this.#origin = spanOrigin(started)
    // The process that started the trace may have decided against it.
    if (traces !== undefined && started.trace.isSampled) {
      const everyMs = intervalIn('OTEL_BSP_SCHEDULE_DELAY') ?? SPANS_EVERY_MS
      this.#sender = new SpanSender(spanExporter(traces), this.#count('traces', traces), everyMs)
    }
    if (metrics === undefined) return
    const deliveries = this.#count('metrics', metrics)
    deliveries.expect(1)
    const reader = new PeriodicExportingMetricReader({
      exporter: deliveries.watch(metricExporter(metrics), () => 0),
      exportIntervalMillis: intervalIn('OTEL_METRIC_EXPORT_INTERVAL') ?? METRICS_EVERY_MS,
    })
    const provider = new MeterProvider({ resource: this.#origin.resource, readers: [reader] })
    this.#measure = createMeasures(provider.getMeter('agentos', started.version))
    this.#flushMetrics = async () => {
      await provider.forceFlush()
      deliveries.settle()
    }
  }

  #count(signal: Delivery['signal'], { receiver }: Pick<Delivery, 'receiver'>): Deliveries {
    const options = { receiver, log: this.#log, onAnswer: this.#onAnswer }
    const deliveries = new Deliveries(signal, options)
    this.#deliveries.push(deliveries)
    return deliveries
  }

  #ended(span: Span): void {
    if (!isSent(span)) return
    this.#measure(span)
    if (this.#origin !== undefined) this.#sender?.add(readableSpan(span, this.#origin))
  }
}

/** Milliseconds in a variable, if it is a valid interval. */
function intervalIn(name: string): number | undefined {
  const ms = Number(process.env[name]?.trim() || Number.NaN)
  return Number.isSafeInteger(ms) && ms > 0 ? Math.min(ms, LONGEST_TIMER) : undefined
}
