/**
 * Output and messages of one worker, in their real order: each message carries the number of bytes printed
 * before it, and is delivered after those have been shown. Everything waits while
 * the screen is full; a program too far ahead is stopped meanwhile.
 */
import { setImmediate } from 'node:timers/promises'
import type { Sent, ToCoordinator } from '../protocol/messages.ts'
import type { Spool } from './spool.ts'

const MEGABYTE = 1024 * 1024
/** Commands of a worker this far ahead are stopped until the reader has caught up. */
const HOLD_ABOVE = 64 * MEGABYTE
const RELEASE_BELOW = MEGABYTE
/** A worker that prints by itself cannot be stopped, for it could not receive messages: it is killed here. */
export const MOST_BACKLOG = 1024 * MEGABYTE

export interface WorkerOutputOptions {
  readonly spool: Spool
  readonly write: (lines: string) => void
  /** Resolves when more can be written. */
  readonly ready: () => Promise<void>
  readonly deliver: (message: ToCoordinator) => void
  readonly hold: (isHeld: boolean) => void
  readonly onFlood: () => void
}

export class WorkerOutput {
  readonly #options: WorkerOutputOptions
  readonly #queue: Sent[] = []
  #pumping: Promise<void> | undefined
  #sizeAtLook = 0
  /** Written long enough ago that every message sent before it has arrived. */
  #settled = 0
  #isHeld = false

  constructor(options: WorkerOutputOptions) {
    this.#options = options
  }

  accept(sent: Sent): void {
    this.#queue.push(sent)
    void this.#pump()
  }

  /** Called regularly; returns whether anything was printed since the last call. */
  look(): boolean {
    const size = this.#options.spool.size()
    const hasGrown = size > this.#sizeAtLook
    this.#settled = Math.max(this.#settled, this.#sizeAtLook) // no less than a drain in progress wants
    this.#sizeAtLook = size
    this.#holdOrRelease()
    void this.#pump()
    return hasGrown
  }

  /** Reads to the end; no process writes any more. */
  async drain(): Promise<void> {
    await this.#pumping
    this.#settled = this.#options.spool.size()
    await this.#pump()
    const rest = this.#options.spool.rest()
    if (rest !== '') this.#options.write(rest)
  }

  #pump(): Promise<void> {
    this.#pumping ??= this.#pumpAll().finally(() => {
      this.#pumping = undefined
    })
    return this.#pumping
  }

  async #pumpAll(): Promise<void> {
    const { spool, ready, write, deliver } = this.#options
    for (;;) {
      const next = this.#queue[0]
      for (let more = true; more; ) {
        await ready()
        const read = spool.read(next?.printed ?? this.#settled)
        if (read.lines !== '') write(read.lines)
        more = read.more
        if (more) await setImmediate()
      }
      if (next === undefined) return
      this.#queue.shift()
      deliver(next.message)
    }
  }

  #holdOrRelease(): void {
    const backlog = this.#options.spool.backlog()
    if (backlog > MOST_BACKLOG) this.#options.onFlood()
    const isHeld = backlog > (this.#isHeld ? RELEASE_BELOW : HOLD_ABOVE)
    if (isHeld !== this.#isHeld) this.#options.hold(isHeld)
    this.#isHeld = isHeld
  }
}
