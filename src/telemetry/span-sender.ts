/**
 * Sends spans in batches, one after the other. What waits is bounded: a receiver that takes nothing costs no
 * memory, only spans.
 */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Deliveries } from './deliveries.ts'

const BATCH = 512
const MOST_WAITING = 50_000

export class SpanSender {
  readonly #exporter: SpanExporter
  readonly #deliveries: Deliveries
  readonly #everyMs: number
  #waiting: ReadableSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isFirst = true

  constructor(exporter: SpanExporter, deliveries: Deliveries, everyMs: number) {
    this.#exporter = deliveries.watch(exporter, (batch: ReadableSpan[]) => batch.length)
    this.#deliveries = deliveries
    this.#everyMs = everyMs
  }

  /** The first one goes at once, and opens the way: a short run has no time for that at its end. */
  add(span: ReadableSpan): void {
    this.#deliveries.expect(1)
    if (this.#waiting.length >= MOST_WAITING) return
    this.#waiting.push(span)
    if (this.#isFirst || this.#waiting.length >= BATCH) void this.#send()
    else this.#timer ??= setTimeout(() => void this.#send(), this.#everyMs).unref()
    this.#isFirst = false
  }

  /** Resolves when all has arrived, or the first batch is lost. */
  async flush(): Promise<void> {
    await this.#sending
    while (this.#waiting.length > 0) {
      await this.#send()
      if (this.#deliveries.state.why !== undefined) return
    }
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    return this.#sending
  }

  /** As long as there are whole batches; a batch that is lost is the last one for now. */
  async #sendAll(): Promise<void> {
    do {
      const batch = this.#waiting.splice(0, BATCH)
      await new Promise((resolve) => this.#exporter.export(batch, resolve))
    } while (this.#waiting.length >= BATCH && this.#deliveries.state.why === undefined)
    if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => void this.#send(), this.#everyMs).unref()
  }
}
