/**
 * The coordinator's interface to workers, on any machine. A fleet gives each item a worker, forwards
 * messages, and reports every worker's exit once; processes are its own business.
 */
import type { FactOf } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { StartMessage, ToCoordinator, ToWorker } from '../protocol/messages.ts'

export interface Fleet {
  /** To be called once, before the first item starts: workers report there until the fleet is closed. */
  listen(listeners: FleetListeners): void
  /** False while the machine is busy loading workers: another would only slow them down. */
  readonly canStart: boolean
  /** Gives the item to a worker; returns the worker's pid. */
  start(item: Item, about: ItemStart): number
  /** Sends a message to the item's worker; ignored if the worker has exited. */
  send(item: ItemId, message: ToWorker): void
  /** Kills the item's worker and all its processes. */
  kill(item: ItemId): void
  /** Stops all workers with their commands, or resumes them. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** When the item's worker last sent or printed anything. */
  lastSignAt(item: ItemId): number
  /** So many items will start soon: a fleet may load workers for them. */
  keepSpares(count: number): void
  /** Kills the orphaned processes of a dead run. */
  sweep(run: string): void
  /** Ends every worker; resolves when all processes have exited and all output has been read. */
  close(): Promise<void>
}

/** What a worker needs for its item, besides the item itself. */
export interface ItemStart extends Pick<StartMessage, 'sealKeys' | 'conversation' | 'trace'> {
  /** The log of its output. */
  readonly log: string
}

export interface FleetListeners {
  /** The worker of an item has loaded: `canStart` may have become true. */
  readonly onLoaded: () => void
  readonly onMessage: (
    item: ItemId,
    message: Exclude<ToCoordinator, { type: 'report' | 'loaded' }>,
  ) => void
  readonly onExit: (item: ItemId, exit: Omit<FactOf<'worker-exited'>, 'type' | 'item'>) => void
  /** An item prints faster than it can be read. */
  readonly onFlood: (item: ItemId, limitBytes: number) => void
  /** An item exceeds its memory limit. */
  readonly onMemory: (item: ItemId, memory: { usedBytes: number; limitBytes: number }) => void
}

/** Where the items' output goes: text of whole lines, each with its newline. */
export interface Output {
  write(item: ItemId, lines: string): void
  /** Resolves when more can be taken; readers wait for it, so nothing piles up in memory. */
  ready(): Promise<void>
}
