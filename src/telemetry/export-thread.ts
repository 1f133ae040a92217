/**
 * The thread that sends a run's events, so that a slow receiver or a crash in a package does not delay the run.
 * Started by path; `live-export.ts` is its other end.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Event } from '../model/event.ts'
import type { Delivery } from './deliveries.ts'
import { OtlpExport } from './otlp-export.ts'
import type { Signals } from './signals.ts'

export type ToExport = { readonly event: Event } | 'flush'
/** The last spans are being sent, or were; with what has arrived so far. */
export interface FromExport {
  readonly state: 'flushing' | 'flushed'
  readonly deliveries: readonly Delivery[]
}

/** After the end of the run, the wait may stop at any moment: each answer is reported at once. */
let isFlushing = false
const otlp = new OtlpExport(workerData as Signals, () => {
  if (isFlushing) report('flushing')
})

parentPort?.on('message', (message: ToExport) => {
  if (message !== 'flush') return otlp.add(message.event)
  isFlushing = true
  report('flushing')
  void otlp.flush().then(() => report('flushed'))
})

function report(state: FromExport['state']): void {
  parentPort?.postMessage({ state, deliveries: otlp.deliveries } satisfies FromExport)
}
