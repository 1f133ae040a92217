import type { Event } from '../../model/event.ts'
import { EXIT } from '../../model/outcome.ts'
import { signalsIn } from '../../telemetry/signals.ts'
import { lossWords, refusalWords } from '../past/delivery-words.ts'
import { tracingSecrets } from '../secrets/tracing-secrets.ts'
import type { RunHost } from './run-host.ts'

/** Somebody has wanted it to end. */
const STOPPED_PATIENCE_MS = 300

/** Traces and metrics of a run, if `OTEL_*` asks for them. */
export async function exportRun(
  { warn, onImpatience }: Pick<RunHost, 'warn' | 'onImpatience'>,
  /** How long to wait at the end; without it, by the time that the run took. */
  patienceMs: number | undefined,
) {
  const signals = signalsIn(process.env)
  for (const problem of signals.problems) warn(problem)
  const receiver = (signals.traces ?? signals.metrics)?.receiver
  if (receiver === undefined) return undefined
  const { LiveExport } = await import('../../telemetry/live-export.ts')
  const live = new LiveExport(signals)
  const hurry = new AbortController()
  let stopListening = (): void => {}
  return {
    listener(event: Event): void {
      live.add(event)
      if (event.type === 'run-ended') stopListening = onImpatience(() => hurry.abort())
    },
    /** Waits a moment for the last of it, and says if something has not arrived. */
    async close(run: string, exitCode: number): Promise<void> {
      const isStopped = exitCode === EXIT.interrupted || exitCode === EXIT.terminated
      const { deliveries, crash } = await live.close({
        patienceMs: isStopped ? STOPPED_PATIENCE_MS : patienceMs,
        hurry: hurry.signal,
      })
      stopListening()
      const why = crash === undefined ? 'not in time' : `the thread that sends ended with ${crash}`
      const problem =
        deliveries === undefined
          ? `The ${signals.traces === undefined ? 'metrics' : 'trace'} did not reach ${receiver}: ${why}.`
          : lossWords(deliveries, why).join(' ')
      if (problem !== '') warn(`${problem} To send it: agentos report ${run} --format otlp --send`)
      // To send it again would not help.
      for (const refusal of refusalWords(deliveries ?? [], tracingSecrets(process.env)))
        warn(refusal)
    },
  }
}
