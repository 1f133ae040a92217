/**
 * One worker: forked as a spare, given one item, gone.
 *
 *   spare ──► working ──► gone
 *     └─────────────────────▲
 *
 * When its process ends, however that comes, everything it started is killed and its output is
 * read to the end before anybody is told.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Report } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { ENVIRONMENT, type ToCoordinator, type ToWorker } from '../protocol/messages.ts'
import type { FleetOptions } from './fleet.ts'
import { killMarked, signalGroup } from './processes.ts'
import { Spool } from './spool.ts'

/** A worker that is this far ahead of us is stopped until we have caught up. */
const MOST_BACKLOG = 64 * 1024 * 1024
const RESUME_BACKLOG = 1024 * 1024
/** A worker that has reported has nothing left to do but to exit; one that does not is helped. */
const EXIT_WITHIN_MS = 1_000

export interface WorkerExit {
  readonly worker: number
  readonly exitCode: number | null
  readonly signal: string | null
  readonly report?: Report
}

export class WorkerProcess {
  readonly number: number
  readonly gone: Promise<void>
  #item: ItemId | undefined
  #report: Report | undefined
  #lastSignAt: number
  #held = false
  #isReady = false
  #pumping = false
  #isGone = false
  readonly #options: FleetOptions
  readonly #marker: string
  readonly #spool: Spool
  readonly #process: ChildProcess
  readonly #groups = new Set<number>()

  constructor(number: number, options: FleetOptions) {
    this.number = number
    this.#options = options
    this.#marker = `${options.run}.${number}`
    this.#spool = new Spool(join(options.spoolDirectory, `${number}.out`))
    this.#lastSignAt = options.clock.now()
    const { descriptor } = this.#spool
    this.#process = fork(options.entry, [], {
      cwd: options.setup.repositoryRoot,
      detached: true,
      execArgv: [],
      stdio: ['ignore', descriptor, descriptor, 'ipc'],
      env: {
        ...options.environment,
        [ENVIRONMENT.setup]: JSON.stringify(options.setup),
        [ENVIRONMENT.run]: options.run,
        [ENVIRONMENT.worker]: this.#marker,
      },
    })
    this.#spool.handedOver()
    this.#process.on('message', (message) => this.#receive(message as ToCoordinator))
    this.gone = this.#awaitEnd()
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  get item(): ItemId | undefined {
    return this.#item
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get lastSignAt(): number {
    return this.#lastSignAt
  }

  start(item: Item, checkpoint: string): void {
    this.#item = item.id
    this.#send({ type: 'start', item, checkpoint })
  }

  stop(): void {
    this.#send({ type: 'stop' })
  }

  kill(): void {
    if (this.#isGone) return
    for (const group of [this.pid, ...this.#groups]) if (group > 0) signalGroup(group, 'SIGKILL')
  }

  /** Reads what the worker has written, in turns, as fast as those who show it can take it. */
  async pump(): Promise<void> {
    if (this.#pumping || this.#item === undefined) return
    this.#pumping = true
    while (!this.#isGone && this.#readOnce(this.#item)) {
      await setImmediate()
      await this.#options.output.ready()
    }
    this.#pumping = false
  }

  #readOnce(item: ItemId): boolean {
    const { lines, bytes, more } = this.#spool.read()
    if (lines !== '') this.#options.output.write(item, lines)
    if (bytes > 0) this.#lastSignAt = this.#options.clock.now()
    this.#holdOrRelease()
    return more
  }

  /** Not even a program that prints without end may outrun the disk. */
  #holdOrRelease(): void {
    const backlog = this.#spool.backlog()
    const hold = this.#held ? backlog > RESUME_BACKLOG : backlog > MOST_BACKLOG
    if (hold === this.#held) return
    this.#held = hold
    for (const group of [this.pid, ...this.#groups])
      signalGroup(group, hold ? 'SIGSTOP' : 'SIGCONT')
  }

  #receive(message: ToCoordinator): void {
    if (message.type === 'ready') {
      this.#isReady = true
      this.#options.onReady()
      return
    }
    if (this.#item === undefined) return
    this.#lastSignAt = this.#options.clock.now()
    // What was printed before the message was sent is shown before it.
    this.#readOnce(this.#item)
    if (message.type === 'report') {
      this.#report ??= message.report
      setTimeout(() => this.kill(), EXIT_WITHIN_MS).unref()
      return
    }
    if (message.type === 'command-started') this.#groups.add(message.pid)
    this.#options.onMessage(this.#item, message)
  }

  #send(message: ToWorker): void {
    if (!this.#process.connected) return
    this.#process.send(message, () => {}) // a worker that is gone says so by its exit
  }

  async #awaitEnd(): Promise<void> {
    const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      this.#process.once('exit', (...exit) => resolve(exit))
      this.#process.on('error', () => {
        if (this.#process.pid === undefined) resolve([null, null]) // it could not be forked at all
      })
    })
    if (this.#process.connected) {
      await new Promise((resolve) => this.#process.once('disconnect', resolve))
    }
    this.kill()
    killMarked(ENVIRONMENT.worker, this.#marker)
    await this.#drain()
    this.#isGone = true
    this.#spool.remove()
    if (this.#item === undefined) return
    const report = this.#report === undefined ? {} : { report: this.#report }
    this.#options.onExit(this.#item, { worker: this.pid, exitCode, signal, ...report })
  }

  async #drain(): Promise<void> {
    if (this.#item === undefined) return
    while (this.#readOnce(this.#item)) await this.#options.output.ready()
    const rest = this.#spool.rest()
    if (rest !== '') this.#options.output.write(this.#item, rest)
  }
}
