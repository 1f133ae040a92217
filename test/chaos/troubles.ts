/** What is done to a run while it works: each trouble by itself, chosen by chance from a seed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from './arena.ts'
import { hold, pick, signal } from './signals.ts'

export const TROUBLES = [
  'kill-worker',
  'kill-worker',
  'kill-coordinator',
  'hold-worker',
  'hold-coordinator',
  'restart-provider',
  'fill-disk',
] as const
export type Trouble = (typeof TROUBLES)[number]

export interface Victims {
  readonly arena: Arena
  readonly coordinator: number
  readonly workers: ReadonlySet<number>
  readonly chance: () => number
}

export async function make(trouble: Trouble, victims: Victims): Promise<void> {
  const { arena, coordinator, chance } = victims
  const worker = pick([...victims.workers], chance)
  const whileMs = 50 + chance() * 500
  switch (trouble) {
    case 'kill-worker':
      return signal(worker, 'SIGKILL')
    case 'kill-coordinator':
      return signal(coordinator, 'SIGKILL')
    case 'hold-worker':
      return hold(worker, whileMs)
    case 'hold-coordinator':
      return hold(coordinator, whileMs)
    case 'restart-provider':
      await arena.stopProvider()
      await sleep(whileMs)
      return arena.startProvider()
    case 'fill-disk':
      if (!arena.hasDisk) return
      arena.fillDisk()
      await sleep(whileMs)
      return arena.freeDisk()
  }
}
