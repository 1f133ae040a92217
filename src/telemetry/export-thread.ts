/**
 * The thread that sends a run's events on. Whatever happens to a receiver, or in a package of others, happens
 * here, where nobody waits for it. Started by path; `live-export.ts` is its other end.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Event } from '../model/event.ts'
import type { Delivery } from './delivery.ts'
import { OtlpExport } from './otlp-export.ts'
import type { Signals } from './signals.ts'

export type ToExport = { readonly event: Event } | 'flush'
/** What has arrived so far; after the last of it, `isOver`. */
export interface FromExport {
  readonly delivery: Delivery
  readonly isOver: boolean
}

const otlp = new OtlpExport(workerData as Signals)

parentPort?.on('message', (message: ToExport) => {
  if (message !== 'flush') return otlp.add(message.event)
  tell(false)
  void otlp.flush().then(() => tell(true))
})

function tell(isOver: boolean): void {
  parentPort?.postMessage({ delivery: otlp.delivery, isOver } satisfies FromExport)
}
