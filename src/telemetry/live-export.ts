/** Sends the events of a run that is going on to whoever `OTEL_*` names, from a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { Event } from '../model/event.ts'
import type { Delivery } from './deliveries.ts'
import type { FromExport, ToExport } from './export-thread.ts'
import type { Signals } from './signals.ts'

/** How much later than its run the last span may be there, by the time that the run took. */
const SHARE_OF_RUN = 0.01
const LEAST_MS = 100
const MOST_MS = 5_000
/** A run may be over before the thread has begun; that takes no receiver. */
const BEGIN_WITHIN_MS = 1_000

export interface Exported {
  /** What has arrived, as it was last heard of; nothing if nobody knows. */
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
    // What packages of others print is nobody's output; what they use up is bounded.
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
   * What has arrived, after a wait that the run's own time excuses, or as long as `patienceMs` says. `hurry`
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
    // Metrics are sent so rarely that only spans tell.
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

/** Never its words: they may hold what was to be sent. */
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
