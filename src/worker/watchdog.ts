/**
 * A thread that ends the worker and its commands when the coordinator is gone, also while the
 * worker's main thread is blocked and sees no 'disconnect'.
 */
import { workerData } from 'node:worker_threads'
import { ProcessGroups, signalGroup } from './process-groups.ts'

export interface WatchdogData {
  readonly coordinator: number
  readonly groups: SharedArrayBuffer
}

const LOOK_EVERY_MS = 200

const { coordinator, groups } = workerData as WatchdogData

setInterval(() => {
  if (process.ppid === coordinator) return
  new ProcessGroups(groups).signalAll('SIGKILL')
  signalGroup(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
