/**
 * The parts of an accepted request that the receiver has refused. OpenTelemetry's exporters report them only to
 * their log, right before the result of the request: the receiver of the result takes them from here.
 */
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'

export interface RejectedParts {
  /** Spans, or data points of metrics. */
  readonly count: number
  /** In the words of the receiver: any text. */
  readonly message: string
}

export class RejectionLog implements DiagLogger {
  #last: RejectedParts | undefined

  /** From now on it is the log of all exporters of this thread. */
  listen(): this {
    diag.setLogger(this, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
    return this
  }

  take(): RejectedParts | undefined {
    const last = this.#last
    this.#last = undefined
    return last
  }

  warn(message: string, ...rest: readonly unknown[]): void {
    const payload = rest.at(-1)
    if (message.startsWith('Received Partial Success') && typeof payload === 'string')
      this.#last = rejectedPartsIn(JSON.parse(payload))
    // An answer that the exporter cannot read.
    if (payload instanceof Uint8Array) this.#last = rejectedPartsIn(partialSuccessIn(payload))
  }

  // Other messages of exporters are covered by the count of undelivered spans.
  error(): void {}
  info(): void {}
  debug(): void {}
  verbose(): void {}
}

/** Some receivers answer in JSON to requests in Protocol Buffers. */
function partialSuccessIn(answer: Uint8Array): unknown {
  try {
    return Object(JSON.parse(new TextDecoder().decode(answer))).partialSuccess
  } catch {
    return undefined // not JSON either; the request was accepted
  }
}

/** Without a count it is advice, and nothing was refused. */
function rejectedPartsIn(answer: unknown): RejectedParts | undefined {
  const { rejectedSpans, rejectedDataPoints, errorMessage } = Object(answer)
  const count = Number(rejectedSpans ?? rejectedDataPoints)
  if (!Number.isSafeInteger(count) || count <= 0) return undefined
  return { count, message: typeof errorMessage === 'string' ? errorMessage : '' }
}
