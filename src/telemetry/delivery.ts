/** What became of what was sent. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void
}

export interface Delivery {
  /** Spans that the receiver has taken. */
  readonly delivered: number
  /** Spans that it has not, or not in time. */
  readonly lost: number
  /** Why it did not take what it was sent last. */
  readonly why?: string
}

/** Who takes longer than this is not waited for. */
const SLOW_MS = 1_000

export class Deliveries {
  #handed = 0
  #delivered = 0
  #why: string | undefined
  /** Since when batches are on their way. */
  readonly #pending = new Map<symbol, number>()

  get state(): Delivery {
    const why = this.#why === undefined ? {} : { why: this.#why }
    return { delivered: this.#delivered, lost: this.#handed - this.#delivered, ...why }
  }

  /** The receiver has not taken what it was sent last, or takes its time. */
  get isInTrouble(): boolean {
    const [oldest = Number.POSITIVE_INFINITY] = this.#pending.values()
    return this.#why !== undefined || performance.now() - oldest > SLOW_MS
  }

  /** So many spans are to be sent. */
  expect(count: number): void {
    this.#handed += count
  }

  /** The same exporter; what comes of each batch is counted. */
  watch<Batch, E extends Exporter<Batch>>(exporter: E, sizeOf: (batch: Batch) => number): E {
    const send = exporter.export.bind(exporter)
    exporter.export = (batch, done) => {
      const id = Symbol('batch')
      this.#pending.set(id, performance.now())
      send(batch, (result) => {
        this.#pending.delete(id)
        const isTaken = result.code === ExportResultCode.SUCCESS
        if (isTaken) this.#delivered += sizeOf(batch)
        this.#why = isTaken ? undefined : reasonOf(result.error)
        done(result)
      })
    }
    return exporter
  }
}

/** Only what cannot hold a secret: a receiver may repeat what it was sent. */
function reasonOf(error: Error | undefined): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  if (typeof code === 'number') return `it answered ${code}`
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code
  return 'it could not be reached or did not answer'
}
