/** What became of what was sent to one receiver. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { RejectedParts, RejectionLog } from './rejection-log.ts'

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void
}

export interface Delivery {
  readonly signal: 'traces' | 'metrics'
  readonly receiver: string
  /** Spans that it has taken; all metrics together count as one. */
  readonly delivered: number
  /** What it has not, or not yet. */
  readonly lost: number
  /** What it was sent and would not have: of spans all, of metrics what it refused last. */
  readonly refused?: RejectedParts
  /** Why it did not take what it was sent last. */
  readonly why?: string
  /** It did not take that, or has not answered for a while: nobody need wait for it. */
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
  /** Since when a batch is on its way. */
  #sentAt: number | undefined

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
    const lost = this.#expected - this.#delivered - refusedSpans
    const refused = this.#refused === undefined ? {} : { refused: this.#refused }
    const isSlow = performance.now() - (this.#sentAt ?? Number.POSITIVE_INFINITY) > SILENT_MS
    const why = this.#why === undefined ? {} : { why: this.#why }
    const isSilent = this.#why !== undefined || isSlow
    return { ...this.#about, delivered: this.#delivered, lost, ...refused, ...why, isSilent }
  }

  /** So much is to be sent. */
  expect(count: number): void {
    this.#expected += count
  }

  /** Nothing is sent any more: if the last was taken, so is the whole. Only metrics are whole in their last. */
  settle(): void {
    if (this.#why === undefined) this.#delivered = this.#expected
    this.#onAnswer()
  }

  /** The same exporter; what comes of each batch is counted. */
  watch<Batch, E extends Exporter<Batch>>(exporter: E, sizeOf: (batch: Batch) => number): E {
    const send = exporter.export.bind(exporter)
    exporter.export = (batch, done) => {
      this.#sentAt = performance.now()
      send(batch, (result) => {
        this.#sentAt = undefined
        const isTaken = result.code === ExportResultCode.SUCCESS
        const refusal = this.#log.take()
        if (isTaken) this.#taken(sizeOf(batch), refusal)
        this.#why = isTaken ? undefined : reasonOf(result.error)
        this.#onAnswer()
        done(result)
      })
    }
    return exporter
  }

  #taken(size: number, refusal: RejectedParts | undefined): void {
    this.#delivered += size
    // Each time metrics are told anew, those that were refused too.
    if (this.#about.signal === 'metrics') this.#refused = refusal
    else if (refusal !== undefined) {
      const count = Math.min(size, refusal.count)
      this.#delivered -= count
      this.#refused = { ...refusal, count: count + (this.#refused?.count ?? 0) }
    }
  }
}

/** Only what cannot hold a secret: a receiver may repeat what it was sent. */
function reasonOf(error: Error | undefined): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  if (typeof code === 'number') return `it answered ${code}`
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code
  // The exporter's own words for 429, 502, 503 and 504.
  if (error?.message.includes('retryable') === true) return 'it takes nothing now'
  return 'it did not answer'
}
