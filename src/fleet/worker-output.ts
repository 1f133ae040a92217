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

export type WorkerOutput = ReturnType<typeof workerOutput>

export function workerOutput(options: {
  readonly spool: Spool
  readonly write: (lines: string) => void
  /** Resolves when more can be written. */
  readonly ready: () => Promise<void>
  readonly deliver: (message: ToCoordinator) => void
  readonly hold: (isHeld: boolean) => void
  readonly onFlood: () => void
}) {
  const { spool, write, ready, deliver, hold, onFlood } = options
  const queue: Sent[] = []
  let pumping: Promise<void> | undefined
  let sizeAtLook = 0
  /** Written long enough ago that every message sent before it has arrived. */
  let settled = 0
  let wasHeld = false

  return {
    accept(sent: Sent): void {
      queue.push(sent)
      void pump()
    },

    /** Called regularly; returns whether anything was printed since the last call. */
    look(): boolean {
      const size = spool.size()
      const hasGrown = size > sizeAtLook
      settled = Math.max(settled, sizeAtLook) // no less than a drain in progress wants
      sizeAtLook = size
      holdOrRelease()
      void pump()
      return hasGrown
    },

    /** Reads to the end; no process writes any more. */
    async drain(): Promise<void> {
      await pumping
      settled = spool.size()
      await pump()
      const rest = spool.rest()
      if (rest !== '') write(rest)
    },
  }

  function pump(): Promise<void> {
    pumping ??= pumpAll().finally(() => {
      pumping = undefined
    })
    return pumping
  }

  async function pumpAll(): Promise<void> {
    for (;;) {
      const next = queue[0]
      for (let more = true; more; ) {
        await ready()
        const read = spool.read(next?.printed ?? settled)
        if (read.lines !== '') write(read.lines)
        more = read.more
        if (more) await setImmediate()
      }
      if (next === undefined) return
      queue.shift()
      deliver(next.message)
    }
  }

  function holdOrRelease(): void {
    const backlog = spool.backlog()
    if (backlog > MOST_BACKLOG) onFlood()
    const isHeld = backlog > (wasHeld ? RELEASE_BELOW : HOLD_ABOVE)
    if (isHeld !== wasHeld) hold(isHeld)
    wasHeld = isHeld
  }
}
