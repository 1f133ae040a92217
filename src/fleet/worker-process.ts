/**
 * One worker: forked as a spare, given one item, exited.
 *
 *   spare ──► working ──► gone
 *     └─────────────────────▲
 *
 * After its exit, for any cause, all its processes are killed and its output is
 * read to the end before `onExit`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { ENVIRONMENT, type Sent, type ToCoordinator, type ToWorker } from '../protocol/messages.ts'
import { markOfWorker, type ProcessMark } from '../protocol/process-mark.ts'
import { signalGroup } from '../protocol/process-signals.ts'
import type { FleetListeners, ItemStart } from './fleet.ts'
import type { Guard } from './guard.ts'
import { LastLines } from './last-lines.ts'
import type { LocalFleetOptions } from './local-fleet.ts'
import { killMarked } from './processes.ts'
import { Spool } from './spool.ts'
import { MOST_BACKLOG, type WorkerOutput, workerOutput } from './worker-output.ts'
import { workerProgram } from './worker-program.ts'

/** A worker that has not exited this long after its report is killed. */
const EXIT_WITHIN_MS = 1_000
/** Another process may have inherited the channel; the worker's messages arrive long before. */
const DISCONNECT_WITHIN_MS = 1_000
/** A worker that takes longer to load waits for something, and keeps no CPU busy. */
const LOADING_MS = 1_000
const MOST_SWEEPS = 10
const SWEEP_AGAIN_MS = 100

/** Requests, not shown to people: delivered without waiting for earlier output. */
const IMMEDIATE: ReadonlySet<ToCoordinator['type']> = new Set([
  'lease-wanted',
  'lease-settled',
  'github-wanted',
])

type WorkerOptions = LocalFleetOptions &
  Omit<FleetListeners, 'onMemory'> & { readonly guard: Guard }

/** Node 22 calls experimental what it has of SQLite and of types. */
const QUIET =
  Number.parseInt(process.versions.node, 10) < 24 ? ['--disable-warning=ExperimentalWarning'] : []

export class WorkerProcess {
  readonly gone: Promise<void>
  isLoading = true
  #item: ItemId | undefined
  #report: Report | undefined
  #lastSignAt: number
  #isGone = false
  readonly #options: WorkerOptions
  readonly #marker: string
  readonly #mark: ProcessMark
  readonly #spool: Spool
  readonly #output: WorkerOutput
  readonly #lastLines = new LastLines()
  readonly #process: ChildProcess
  readonly #groups = new Set<number>()

  constructor(number: number, options: WorkerOptions) {
    this.#options = options
    this.#marker = `${options.run}.${number}`
    this.#mark = markOfWorker(this.#marker)
    this.#spool = new Spool(join(options.spoolDirectory(), `${number}.out`), options.redactor)
    this.#lastSignAt = options.clock.now()
    this.#output = workerOutput({
      spool: this.#spool,
      write: (lines) => this.#write(lines),
      ready: () => options.output.ready(),
      deliver: (message) => this.#deliver(message),
      hold: (isHeld) => this.#signalCommands(isHeld ? 'SIGSTOP' : 'SIGCONT'),
      onFlood: () => this.#item !== undefined && options.onFlood(this.#item, MOST_BACKLOG),
    })
    this.#process = this.#fork()
    if (this.pid !== 0) options.guard.add(this.pid)
    this.#process.on('message', (sent) => this.#receive(sent as Sent))
    setTimeout(() => this.#hasLoaded(), LOADING_MS).unref()
    this.gone = this.#awaitEnd()
  }

  #fork(): ChildProcess {
    const options = this.#options
    const { descriptor } = this.#spool
    const memory = `--max-old-space-size=${Math.round(options.memoryBytes / 1024 / 1024)}`
    const [program, ...words] = workerProgram(this.#mark)
    try {
      return fork(options.entry, [], {
        cwd: options.setup.repositoryRoot,
        detached: true,
        execPath: program,
        execArgv: [...words, memory, ...QUIET],
        stdio: ['ignore', descriptor, descriptor, 'ipc'],
        env: {
          ...options.environment,
          [ENVIRONMENT.setup]: JSON.stringify(options.setup),
          [ENVIRONMENT.run]: options.run,
          [ENVIRONMENT.worker]: this.#marker,
        },
      })
    } catch (error) {
      this.#spool.remove()
      throw error
    } finally {
      this.#spool.handedOver()
    }
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Sessions of the worker and its commands. */
  get sessions(): ReadonlySet<number> {
    return new Set([this.pid, ...this.#groups])
  }

  get lastSignAt(): number {
    return this.#lastSignAt
  }

  start(item: Item, { log, ...about }: ItemStart): void {
    this.#item = item.id
    this.#spool.belongsTo(log)
    const { fingerprints } = this.#options.redactor
    this.send({ type: 'start', item, fingerprints, ...about })
  }

  send(message: ToWorker): void {
    if (!this.#process.connected) return
    this.#process.send(message, () => {}) // an exited worker is reported by `onExit`
  }

  kill(): void {
    this.signal('SIGKILL')
  }

  /** Signals the worker and the process groups of its commands. */
  signal(signal: NodeJS.Signals): void {
    if (this.#isGone || this.pid === 0) return
    signalGroup(this.pid, signal)
    this.#signalCommands(signal)
  }

  /** Called regularly while it has an item. */
  readOutput(): void {
    if (!this.#isGone && this.#output.look()) this.#lastSignAt = this.#options.clock.now()
  }

  #write(lines: string): void {
    if (this.#item === undefined) return
    this.#lastLines.push(lines)
    this.#options.output.write(this.#item, lines)
  }

  #receive(sent: Sent): void {
    const { message } = sent
    this.#lastSignAt = this.#options.clock.now()
    if (message.type === 'command-started') this.#begins(message.pid)
    // A group may outlive its command; the number of an empty group may be reused soon.
    if (message.type === 'command-ended' && !signalGroup(message.pid, 0)) this.#ends(message.pid)
    if (message.type === 'loaded') this.#hasLoaded()
    else if (message.type === 'report') {
      this.#report ??= message.report
      setTimeout(() => this.kill(), EXIT_WITHIN_MS).unref()
    } else if (IMMEDIATE.has(message.type)) {
      this.#deliver(message)
    } else this.#output.accept(sent)
  }

  /** Nobody waits for a spare. */
  #hasLoaded(): void {
    if (!this.isLoading) return
    this.isLoading = false
    if (this.#item !== undefined) this.#options.onLoaded()
  }

  #begins(group: number): void {
    this.#groups.add(group)
    this.#options.guard.add(group)
  }

  #ends(group: number): void {
    this.#groups.delete(group)
    this.#options.guard.remove(group)
  }

  #deliver(message: ToCoordinator): void {
    if (this.#item === undefined || message.type === 'report' || message.type === 'loaded') return
    this.#options.onMessage(this.#item, message)
  }

  #signalCommands(signal: NodeJS.Signals): void {
    for (const group of this.#groups) signalGroup(group, signal)
  }

  async #awaitEnd(): Promise<void> {
    const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      this.#process.once('exit', (...exit) => resolve(exit))
      this.#process.on('error', (error) => {
        if (this.#process.pid !== undefined) return
        this.#lastLines.push(`It could not be started: ${error.message}\n`)
        resolve([null, null])
      })
    })
    this.#hasLoaded()
    this.kill()
    await this.#sweep()
    for (const group of this.sessions) this.#options.guard.remove(group)
    await this.#disconnected()
    if (this.#item !== undefined) await this.#output.drain()
    this.#isGone = true
    this.#spool.remove()
    if (this.#item === undefined) return
    const { lines: lastLines } = this.#lastLines
    const word = this.#report === undefined ? { lastLines } : { report: this.#report }
    this.#options.onExit(this.#item, { worker: this.pid, exitCode, signal, ...word })
  }

  /** Kills orphaned processes. The search needs free descriptors; there may be none for a moment. */
  async #sweep(): Promise<void> {
    for (let attempt = 1; attempt <= MOST_SWEEPS; attempt++) {
      try {
        killMarked(this.#mark)
        return
      } catch {
        await sleep(SWEEP_AGAIN_MS) // until a descriptor is free
      }
    }
  }

  async #disconnected(): Promise<void> {
    if (!this.#process.connected) return
    const disconnect = new Promise((resolve) => this.#process.once('disconnect', resolve))
    await Promise.race([disconnect, sleep(DISCONNECT_WITHIN_MS, undefined, { ref: false })])
  }
}
