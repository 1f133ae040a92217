/** Sends the events of an active run to the receiver of `OTEL_*`, in a separate thread. */
import { Worker } from 'node:worker_threads'
import type { Event } from '../model/event.ts'
import type { Delivery } from './deliveries.ts'
import type { FromExport, ToExport } from './export-thread.ts'
import type { Signals } from './signals.ts'

/** How long to wait for the last spans, as a share of the run's duration. */
const SHARE_OF_RUN = 0.01
const LEAST_MS = 100
const MOST_MS = 5_000
/** For a run that is shorter than the start of the thread. */
const BEGIN_WITHIN_MS = 1_000

export interface Exported {
  /** The last known state; undefined if the thread has not reported. */
  readonly deliveries: readonly Delivery[] | undefined
  /** The code or the name of the error that ended the thread. */
  readonly crash: string | undefined
}

export class LiveExport {
  readonly #thread: Worker
  readonly #startedAt = performance.now()
  #deliveries: readonly Delivery[] | undefined
  #crash: string | undefined
  #hasEnded = false
  readonly #flushing = Promise.withResolvers<void>()
  readonly #flushed = Promise.withResolvers<void>()

  constructor(signals: Signals) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const entry = new URL(`../telemetry/export-thread.${extension}`, import.meta.url)
    // Output of the packages is dropped, and their memory is limited.
    this.#thread = new Worker(entry, {
      workerData: signals,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    this.#thread.unref()
    this.#thread.on('message', (message: FromExport) => this.#hear(message))
    this.#thread.on('error', (error) => {
      this.#crash = codeOf(error)
      this.#release()
    })
    this.#thread.on('exit', () => this.#release())
  }

  add(event: Event): void {
    this.#send({ event })
    if (event.type === 'run-ended') this.#end()
  }

  /**
   * Waits for the last spans, a share of the run's duration or `patienceMs`, and returns what has arrived. `hurry`
   * ends the wait.
   */
  async close(options: {
    readonly patienceMs: number | undefined
    readonly hurry: AbortSignal
  }): Promise<Exported> {
    const { patienceMs, hurry } = options
    hurry.addEventListener('abort', () => this.#release())
    this.#end()
    const share = (performance.now() - this.#startedAt) * SHARE_OF_RUN
    await within(this.#flushing.promise, BEGIN_WITHIN_MS)
    // Metrics are sent too rarely to say anything about the receiver.
    const spans = this.#deliveries?.find(({ signal }) => signal === 'traces')
    const usual = spans?.isSilent === true ? 0 : Math.min(MOST_MS, Math.max(LEAST_MS, share))
    await within(this.#flushed.promise, patienceMs ?? usual)
    void this.#thread.terminate()
    return { deliveries: this.#deliveries, crash: this.#crash }
  }

  #hear({ state, deliveries }: FromExport): void {
    this.#deliveries = deliveries
    this.#flushing.resolve()
    if (state === 'flushed') this.#flushed.resolve()
  }

  #release(): void {
    this.#flushing.resolve()
    this.#flushed.resolve()
  }

  #end(): void {
    if (!this.#hasEnded) this.#send('flush')
    this.#hasEnded = true
  }

  #send(message: ToExport): void {
    this.#thread.postMessage(message)
  }
}

/** Never its message: it may contain what was to be sent. */
function codeOf(error: unknown): string {
  const { code, name } = Object(error)
  return `${code ?? name ?? 'an error'}`
}

async function within(promise: Promise<void>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([promise, over.promise])
  clearTimeout(timer)
}
