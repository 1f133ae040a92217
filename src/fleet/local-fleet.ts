/** The workers: one for each running item, and a few spares, so that no item waits for a boot. */
import { availableParallelism } from 'node:os'
import type { Clock } from '../model/clock.ts'
import type { ItemId, RunId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { Redactor } from '../model/redactor.ts'
import type { TraceContext } from '../model/trace.ts'
import type { ToCoordinator, ToWorker, WorkerSetup } from '../protocol/messages.ts'
import type { WrappingKey } from '../store/seal.ts'
import { Guard } from './guard.ts'
import { membersOf, memoryOf, runningProcesses } from './memory.ts'
import type { Output } from './output.ts'
import { type WorkerExit, WorkerProcess } from './worker-process.ts'

const LOOK_AT_OUTPUT_EVERY_MS = 40
const LOOK_AT_MEMORY_EVERY_MS = 1_000
const MOST_LOADING = availableParallelism()
/** What takes longer waits for something else than a CPU. */
const LONGEST_LOAD_MS = 400
const FEW_SPARES = 2
const CALM_AFTER_MS = 500

export interface FleetOptions {
  readonly run: RunId
  /** The worker's program, started by path. */
  readonly entry: string
  readonly setup: WorkerSetup
  readonly environment: NodeJS.ProcessEnv
  /** The folder for spools; made again if it is gone. */
  readonly spoolDirectory: () => string
  /** No more items than this at once, whoever asks. */
  readonly cap: number
  /** What a worker may take, with all it has started. */
  readonly memoryBytes: number
  readonly clock: Clock
  readonly output: Output
  /** A worker has finished loading. */
  readonly onReady: () => void
  readonly onMessage: (
    item: ItemId,
    message: Exclude<ToCoordinator, { type: 'ready' | 'report' }>,
  ) => void
  readonly onExit: (item: ItemId, exit: WorkerExit) => void
  /** An item prints more than can ever be read. */
  readonly onFlood: (item: ItemId) => void
  /** An item takes more memory than it may. */
  readonly onMemory: (item: ItemId, usedBytes: number) => void
  /** Takes secrets out of output; its fingerprints are all that workers know of them. */
  readonly redactor: Redactor
}

/** What a worker needs for its item, besides the item itself. */
export interface ItemStart {
  readonly checkpoint: string
  /** With which the worker opens the checkpoint's seals. */
  readonly sealKeys: readonly WrappingKey[]
  readonly conversation: string
  /** Where its output ends up. */
  readonly log: string
  /** The item's span. */
  readonly trace: TraceContext
}

export class Fleet {
  readonly #options: FleetOptions
  readonly #spares = new Set<WorkerProcess>()
  readonly #busy = new Map<ItemId, WorkerProcess>()
  readonly #all = new Set<WorkerProcess>()
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #guard: Guard
  #forked = 0
  /** When the last item began. */
  #begunAt = Number.NEGATIVE_INFINITY
  #hasEnded = false

  constructor(options: FleetOptions) {
    this.#options = options
    this.#guard = new Guard(options.run)
    this.#timers = [
      setInterval(() => {
        for (const worker of this.#busy.values()) worker.look()
      }, LOOK_AT_OUTPUT_EVERY_MS),
      setInterval(() => this.#lookAtMemory(), LOOK_AT_MEMORY_EVERY_MS),
    ]
  }

  /** Gives the item to a spare, or to a new worker; returns its pid. */
  start(item: Item, about: ItemStart): number {
    if (this.#busy.size >= this.#options.cap) {
      throw new Error(`More than ${this.#options.cap} items at once. This is a bug in AgentOS.`)
    }
    const [spare] = this.#spares
    const worker = spare ?? this.#fork()
    this.#spares.delete(worker)
    this.#busy.set(item.id, worker)
    this.#begunAt = this.#options.clock.now()
    worker.start(item, about)
    return worker.pid
  }

  /** Says something to the item's worker; nothing if that is gone. */
  send(item: ItemId, message: ToWorker): void {
    this.#busy.get(item)?.send(message)
  }

  /** Ends the item's worker and all it has started. */
  kill(item: ItemId): void {
    this.#busy.get(item)?.kill()
  }

  /** Puts all workers to sleep with what they run, or wakes them. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const worker of this.#all) worker.signal(signal)
  }

  /** When the item's worker last said or printed anything. */
  lastSignAt(item: ItemId): number {
    return this.#busy.get(item)?.lastSignAt ?? Number.NEGATIVE_INFINITY
  }

  /**
   * When one more item can begin: at once if a worker is ready for it or a CPU is free to load one.
   * Workers that load all together are all ready when the last one is, and get in each other's way
   * again at each answer that they wait for.
   */
  get roomAt(): number {
    const loading = this.#loading
    if (this.#spares.size > 0 || loading.length < MOST_LOADING) return Number.NEGATIVE_INFINITY
    return Math.min(...loading.map(({ forkedAt }) => forkedAt)) + LONGEST_LOAD_MS
  }

  /**
   * Forks spares up to `count`, and lets go of those above it; says when to ask again. While items
   * begin, CPUs are theirs: of spares there are but a few then, none before the first item has ended,
   * and the others wait for a calm moment.
   */
  keepSpares(count: number): number {
    const calmAt = this.#begunAt + CALM_AFTER_MS
    const isCalm = this.#options.clock.now() >= calmAt
    const most = isCalm ? count : Math.min(count, this.#hasEnded ? FEW_SPARES : 0)
    while (this.#spares.size < most && this.#loading.length < MOST_LOADING) {
      const spare = this.#tryFork()
      if (spare === undefined) break
      this.#spares.add(spare)
    }
    for (const spare of [...this.#spares].slice(count)) {
      this.#spares.delete(spare)
      spare.kill()
    }
    return isCalm ? Number.POSITIVE_INFINITY : calmAt
  }

  /** Ends every worker; resolves when all processes are gone and all output has been read. */
  async close(): Promise<void> {
    for (const worker of this.#all) worker.kill()
    await Promise.all([...this.#all].map((worker) => worker.gone))
    for (const timer of this.#timers) clearInterval(timer)
    this.#guard.close()
  }

  get #loading(): WorkerProcess[] {
    const since = this.#options.clock.now() - LONGEST_LOAD_MS
    return [...this.#all].filter(({ isReady, forkedAt }) => !isReady && forkedAt > since)
  }

  #lookAtMemory(): void {
    if (this.#busy.size === 0) return
    const processes = runningProcesses()
    for (const [item, worker] of this.#busy) {
      const usedBytes = memoryOf(membersOf(processes, worker.sessions))
      if (usedBytes > this.#options.memoryBytes) this.#options.onMemory(item, usedBytes)
    }
  }

  #tryFork(): WorkerProcess | undefined {
    try {
      return this.#fork()
    } catch {
      return undefined // nobody needs it yet; the item that does will tell
    }
  }

  #fork(): WorkerProcess {
    const worker: WorkerProcess = new WorkerProcess(++this.#forked, {
      ...this.#options,
      guard: this.#guard,
      onExit: (item, exit) => {
        this.#busy.delete(item)
        this.#hasEnded = true
        this.#options.onExit(item, exit)
      },
    })
    this.#all.add(worker)
    void worker.gone.then(() => {
      this.#all.delete(worker)
      this.#spares.delete(worker)
    })
    return worker
  }
}
