/**
 * Workers on this machine: one for each running item, and up to two spares that have loaded already. No
 * more new ones load at once than there are CPUs (but two): with more, each would be ready later.
 */
import { availableParallelism } from 'node:os'
import type { Clock } from '../model/clock.ts'
import type { ItemId, RunId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { ToWorker, WorkerSetup } from '../protocol/messages.ts'
import { markOfRun } from '../protocol/process-mark.ts'
import type { Fleet, FleetListeners, ItemStart, Output } from './fleet.ts'
import { Guard } from './guard.ts'
import { membersOf, memoryOf, runningProcesses } from './memory.ts'
import { killMarked } from './processes.ts'
import { WorkerProcess } from './worker-process.ts'

const READ_OUTPUT_EVERY_MS = 40
const READ_MEMORY_EVERY_MS = 1_000
const MOST_SPARES = 2
const MOST_LOADING = Math.max(MOST_SPARES, availableParallelism())

export interface LocalFleetOptions {
  readonly run: RunId
  /** The worker's program, started by path. */
  readonly entry: string
  readonly setup: WorkerSetup
  readonly environment: NodeJS.ProcessEnv
  /** The folder for spools; created again if it was removed. */
  readonly spoolDirectory: () => string
  /** The maximum of concurrent items. */
  readonly cap: number
  /** Memory limit of a worker with all its processes. */
  readonly memoryBytes: number
  readonly clock: Clock
  readonly output: Output
  /** Takes secrets out of output; its fingerprints are all that workers know of them. */
  readonly redactor: Redactor
}

export class LocalFleet implements Fleet {
  readonly #options: LocalFleetOptions
  readonly #spares = new Set<WorkerProcess>()
  readonly #busy = new Map<ItemId, WorkerProcess>()
  readonly #all = new Set<WorkerProcess>()
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #guard: Guard
  #listeners: FleetListeners | undefined
  #forked = 0

  constructor(options: LocalFleetOptions) {
    this.#options = options
    this.#guard = new Guard(options.run)
    this.#timers = [
      setInterval(() => {
        for (const worker of this.#busy.values()) worker.readOutput()
      }, READ_OUTPUT_EVERY_MS),
      setInterval(() => this.#checkMemory(), READ_MEMORY_EVERY_MS),
    ]
  }

  listen(listeners: FleetListeners): void {
    this.#listeners = listeners
  }

  get canStart(): boolean {
    return this.#spares.size > 0 || this.#canLoad()
  }

  start(item: Item, about: ItemStart): number {
    if (this.#busy.size >= this.#options.cap) {
      throw new Error(`More than ${this.#options.cap} items at once. This is a bug in AgentOS.`)
    }
    const [spare] = this.#spares
    const worker = spare ?? this.#fork()
    this.#spares.delete(worker)
    this.#busy.set(item.id, worker)
    worker.start(item, about)
    return worker.pid
  }

  send(item: ItemId, message: ToWorker): void {
    this.#busy.get(item)?.send(message)
  }

  kill(item: ItemId): void {
    this.#busy.get(item)?.kill()
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const worker of this.#all) worker.signal(signal)
  }

  lastSignAt(item: ItemId): number {
    return this.#busy.get(item)?.lastSignAt ?? Number.NEGATIVE_INFINITY
  }

  keepSpares(count: number): void {
    try {
      while (this.#spares.size < Math.min(count, MOST_SPARES) && this.#canLoad())
        this.#spares.add(this.#fork())
    } catch {
      return // no item needs it yet; the item that does reports the error
    }
  }

  sweep(run: string): void {
    killMarked(markOfRun(run))
  }

  async close(): Promise<void> {
    for (const worker of this.#all) worker.kill()
    await Promise.all([...this.#all].map((worker) => worker.gone))
    for (const timer of this.#timers) clearInterval(timer)
    this.#guard.close()
  }

  #canLoad(): boolean {
    const loading = [...this.#all].filter((worker) => worker.isLoading)
    return loading.length < MOST_LOADING
  }

  #checkMemory(): void {
    if (this.#busy.size === 0) return
    const { memoryBytes: limitBytes } = this.#options
    const processes = runningProcesses()
    for (const [item, worker] of this.#busy) {
      const usedBytes = memoryOf(membersOf(processes, worker.sessions))
      if (usedBytes > limitBytes) this.#listener().onMemory(item, { usedBytes, limitBytes })
    }
  }

  #fork(): WorkerProcess {
    const listeners = this.#listener()
    const worker: WorkerProcess = new WorkerProcess(++this.#forked, {
      ...this.#options,
      ...listeners,
      guard: this.#guard,
      onExit: (item, exit) => {
        this.#busy.delete(item)
        listeners.onExit(item, exit)
      },
    })
    this.#all.add(worker)
    void worker.gone.then(() => {
      this.#all.delete(worker)
      this.#spares.delete(worker)
    })
    return worker
  }

  #listener(): FleetListeners {
    if (this.#listeners === undefined) throw new Error('Nobody listens to this fleet.')
    return this.#listeners
  }
}
