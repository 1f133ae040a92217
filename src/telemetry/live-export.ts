/** Sends the events of a run that is going on to whoever `OTEL_*` names, from a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { Event } from '../model/event.ts'
import type { Delivery } from './delivery.ts'
import type { FromExport, ToExport } from './export-thread.ts'
import type { Signals } from './signals.ts'

/** How much later than its run the last span may be there, by the time that the run took. */
const SHARE_OF_RUN = 0.01
const LEAST_MS = 100
const MOST_MS = 5_000
/** Somebody wants it to stop. */
const MOST_MS_STOPPED = 300

export class LiveExport {
  readonly #thread: Worker
  readonly #patienceMs: number | undefined
  readonly #startedAt = performance.now()
  #endedAt: number | undefined
  #delivery: Delivery | undefined
  #over = Promise.withResolvers<void>()

  /** `patienceMs`: how long to wait for the last of it, whatever the run's time was. */
  constructor(signals: Signals, patienceMs: number | undefined) {
    this.#patienceMs = patienceMs
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const entry = new URL(`../telemetry/export-thread.${extension}`, import.meta.url)
    // What packages of others print is nobody's output; what they use up is bounded.
    this.#thread = new Worker(entry, {
      ...{ workerData: signals, execArgv: [], stdout: true, stderr: true },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    this.#thread.unref()
    this.#thread.on('message', ({ delivery, isOver }: FromExport) => {
      this.#delivery = delivery
      if (isOver) this.#over.resolve()
    })
    this.#thread.on('error', () => this.#over.resolve()) // told by what was not delivered
    this.#thread.on('exit', () => this.#over.resolve())
  }

  add(event: Event): void {
    this.#send({ event })
    if (event.type === 'run-ended') this.#flush()
  }

  /** What has arrived, after a wait that the run's own time excuses; nothing if nobody knows. */
  async close({ isStopped }: { readonly isStopped: boolean }): Promise<Delivery | undefined> {
    const endedAt = this.#flush()
    const share = (endedAt - this.#startedAt) * SHARE_OF_RUN
    const most = isStopped ? MOST_MS_STOPPED : MOST_MS
    const patience = isStopped ? undefined : this.#patienceMs
    const waits = patience ?? Math.min(most, Math.max(LEAST_MS, share))
    const left = endedAt - performance.now() + waits
    const timer = setTimeout(this.#over.resolve, left)
    await this.#over.promise
    clearTimeout(timer)
    void this.#thread.terminate()
    return this.#delivery
  }

  /** Since when the last of it is being sent. */
  #flush(): number {
    if (this.#endedAt === undefined) this.#send('flush')
    this.#endedAt ??= performance.now()
    return this.#endedAt
  }

  #send(message: ToExport): void {
    this.#thread.postMessage(message)
  }
}
