/** The events of a run that is going on, sent as spans and metrics by OTLP over HTTP. */
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

type RunStarted = EventOf<'run-started'>

const SPANS_EVERY_MS = 1_000
const METRICS_EVERY_MS = 60_000

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

  /** `onAnswer`: what `deliveries` tell has changed. */
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

  #open(started: RunStarted): void {
    this.#origin = spanOrigin(started)
    // Whoever began the trace may want none of it.
    if (this.#origin.trace.isSampled) this.#openTraces()
    this.#openMetrics(started, this.#origin)
  }

  #openTraces(): void {
    const { traces } = this.#signals
    if (traces === undefined) return
    const everyMs = milliseconds(process.env.OTEL_BSP_SCHEDULE_DELAY) ?? SPANS_EVERY_MS
    this.#sender = new SpanSender(spanExporter(traces), this.#count('traces', traces), everyMs)
  }

  #openMetrics({ version }: RunStarted, { resource }: SpanOrigin): void {
    const { metrics } = this.#signals
    if (metrics === undefined) return
    const everyMs = milliseconds(process.env.OTEL_METRIC_EXPORT_INTERVAL) ?? METRICS_EVERY_MS
    const deliveries = this.#count('metrics', metrics)
    deliveries.expect(1)
    const exporter = deliveries.watch(metricExporter(metrics), () => 0)
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: everyMs })
    const provider = new MeterProvider({ resource, readers: [reader] })
    this.#measure = createMeasures(provider.getMeter('agentos', version))
    this.#flushMetrics = async () => {
      await provider.forceFlush()
      deliveries.settle()
    }
  }

  #count(signal: Delivery['signal'], { receiver }: Pick<Delivery, 'receiver'>): Deliveries {
    const deliveries = new Deliveries(signal, {
      receiver,
      log: this.#log,
      onAnswer: this.#onAnswer,
    })
    this.#deliveries.push(deliveries)
    return deliveries
  }

  #ended(span: Span): void {
    if (!isSent(span)) return
    this.#measure(span)
    if (this.#origin !== undefined) this.#sender?.add(readableSpan(span, this.#origin))
  }
}

const LONGEST_TIMER = 2 ** 31 - 1

/** What a variable says, if it says a time. */
function milliseconds(text: string | undefined): number | undefined {
  const ms = Number(text?.trim() || Number.NaN)
  return Number.isSafeInteger(ms) && ms > 0 ? Math.min(ms, LONGEST_TIMER) : undefined
}
