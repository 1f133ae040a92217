/** Counts what one receiver has accepted of what it was sent. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { RejectedParts, RejectionLog } from './rejection-log.ts'

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void
}

export interface Delivery {
  readonly signal: 'traces' | 'metrics'
  readonly receiver: string
  /** Accepted spans; all metrics together count as one. */
  readonly delivered: number
  /** Not accepted, or not yet. */
  readonly lost: number
  /** Refused by the receiver: of spans all, of metrics those of the last request. */
  readonly refused?: RejectedParts | undefined
  /** Why the last request failed. */
  readonly why?: string | undefined
  /** The last request failed, or has no answer for a while: no need to wait for this receiver. */
  readonly isSilent: boolean
}

const SILENT_MS = 1_000

export class Deliveries {
  readonly #about: Pick<Delivery, 'signal' | 'receiver'>
  readonly #onAnswer: () => void
  readonly #log: Pick<RejectionLog, 'take'>
  #expected = 0
  #delivered = 0
  #refused: RejectedParts | undefined
  #why: string | undefined
  /** When the request in flight was sent. */
  #sentAt = Number.POSITIVE_INFINITY

  constructor(
    signal: Delivery['signal'],
    options: Pick<Delivery, 'receiver'> & {
      readonly log: Pick<RejectionLog, 'take'>
      readonly onAnswer?: () => void
    },
  ) {
    const { receiver, log, onAnswer = () => {} } = options
    this.#about = { signal, receiver }
    this.#log = log
    this.#onAnswer = onAnswer
  }

  get state(): Delivery {
    const refusedSpans = this.#about.signal === 'traces' ? (this.#refused?.count ?? 0) : 0
    return {
      ...this.#about,
      delivered: this.#delivered,
      lost: this.#expected - this.#delivered - refusedSpans,
      refused: this.#refused,
      why: this.#why,
      isSilent: this.#why !== undefined || performance.now() - this.#sentAt > SILENT_MS,
    }
  }

  /** So many spans are to be sent. */
  expect(count: number): void {
    this.#expected += count
  }

  /** After the last request for metrics: if it was accepted, all of them are. */
  settle(): void {
    if (this.#why === undefined) this.#delivered = this.#expected
    this.#onAnswer()
  }

  /** The same exporter; the result of each batch is counted. */
  watch<Batch, E extends Exporter<Batch>>(exporter: E, sizeOf: (batch: Batch) => number): E {
    const send = exporter.export.bind(exporter)
    exporter.export = (batch, done) => {
      this.#sentAt = performance.now()
      send(batch, (result) => {
        this.#sentAt = Number.POSITIVE_INFINITY
        const isAccepted = result.code === ExportResultCode.SUCCESS
        const refusal = this.#log.take()
        if (isAccepted) this.#accepted(sizeOf(batch), refusal)
        this.#why = isAccepted ? undefined : reasonOf(result.error)
        this.#onAnswer()
        done(result)
      })
    }
    return exporter
  }

  #accepted(size: number, refusal: RejectedParts | undefined): void {
    this.#delivered += size
    // Each request for metrics has all of them, refused ones too.
    if (this.#about.signal === 'metrics') this.#refused = refusal
    else if (refusal !== undefined) {
      const count = Math.min(size, refusal.count)
      this.#delivered -= count
      this.#refused = { ...refusal, count: count + (this.#refused?.count ?? 0) }
    }
  }
}

/** Never the words of the receiver: it may repeat secrets that it was sent. */
function reasonOf(error: Error | undefined): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  if (typeof code === 'number') return `it answered ${code}`
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code
  // The exporter's own words for 429, 502, 503 and 504.
  if (error?.message.includes('retryable') === true) return 'it takes nothing now'
  return 'it did not answer'
}
