/**
 * Sends spans in batches, one after the other. The queue is bounded, in number and in characters, since spans may
 * contain prompts and answers: a receiver that accepts nothing costs spans, not memory.
 */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Deliveries } from './deliveries.ts'

const BATCH = { spans: 512, characters: 4_000_000 }
const MOST_WAITING = { spans: 50_000, characters: 32_000_000 }

export class SpanSender {
  readonly #exporter: SpanExporter
  readonly #deliveries: Deliveries
  readonly #everyMs: number
  #waiting: ReadableSpan[] = []
  #characters = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isFirst = true

  constructor(exporter: SpanExporter, deliveries: Deliveries, everyMs: number) {
    this.#exporter = deliveries.watch(exporter, (batch: ReadableSpan[]) => batch.length)
    this.#deliveries = deliveries
    this.#everyMs = everyMs
  }

  /** The first one is sent at once, to open the connection: a short run has no time for that at its end. */
  add(span: ReadableSpan): void {
    this.#deliveries.expect(1)
    const characters = this.#characters + charactersIn(span)
    if (this.#waiting.length >= MOST_WAITING.spans || characters > MOST_WAITING.characters) return
    this.#waiting.push(span)
    this.#characters = characters
    if (this.#isFirst || this.#hasWholeBatch()) void this.#send()
    else this.#timer ??= setTimeout(() => void this.#send(), this.#everyMs).unref()
    this.#isFirst = false
  }

  /** Resolves when all spans have arrived, or a batch is lost. */
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

  /** All whole batches; after a lost batch the others wait. */
  async #sendAll(): Promise<void> {
    do {
      const batch = this.#takeBatch()
      await new Promise((resolve) => this.#exporter.export(batch, resolve))
    } while (this.#hasWholeBatch() && this.#deliveries.state.why === undefined)
    if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => void this.#send(), this.#everyMs).unref()
  }

  #hasWholeBatch(): boolean {
    return this.#waiting.length >= BATCH.spans || this.#characters >= BATCH.characters
  }

  #takeBatch(): ReadableSpan[] {
    let characters = 0
    const end = this.#waiting.findIndex((span, index) => {
      if (index === BATCH.spans || characters >= BATCH.characters) return true
      characters += charactersIn(span)
      return false
    })
    this.#characters -= characters
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
}

/** Of the texts, which may be long. */
function charactersIn({ attributes }: ReadableSpan): number {
  const texts = Object.values(attributes).filter((value) => typeof value === 'string')
  return texts.reduce((sum, text) => sum + text.length, 0)
}
