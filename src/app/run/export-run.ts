import type { Event } from '../../model/event.ts'
import { EXIT } from '../../model/outcome.ts'
import { signalsIn } from '../../telemetry/signals.ts'
import { lossWords, refusalWords } from '../past/delivery-words.ts'
import { tracingSecrets } from '../secrets/tracing-secrets.ts'

export interface ExportedRun {
  readonly listener: (event: Event) => void
  /** Waits a moment for the last of it, and says if something has not arrived. */
  readonly close: (run: string, exitCode: number) => Promise<void>
}

/** Somebody has wanted it to end. */
const STOPPED_PATIENCE_MS = 300

/** Traces and metrics of a run, if `OTEL_*` asks for them. */
export async function exportRun(options: {
  readonly environment: NodeJS.ProcessEnv
  readonly warn: (text: string) => void
  /** Calls back when the user wants the command to end; returns how to stop listening. */
  readonly onImpatience: (hurry: () => void) => () => void
  /** How long to wait at the end; without it, by the time that the run took. */
  readonly patienceMs: number | undefined
}): Promise<ExportedRun | undefined> {
  const { environment, warn, patienceMs } = options
  const signals = signalsIn(environment)
  for (const problem of signals.problems) warn(problem)
  const receiver = (signals.traces ?? signals.metrics)?.receiver
  if (receiver === undefined) return undefined
  const { LiveExport } = await import('../../telemetry/live-export.ts')
  const live = new LiveExport(signals)
  const hurry = new AbortController()
  let stopListening = (): void => {}
  return {
    listener(event) {
      live.add(event)
      if (event.type === 'run-ended') stopListening = options.onImpatience(() => hurry.abort())
    },
    async close(run, exitCode) {
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
      for (const refusal of refusalWords(deliveries ?? [], tracingSecrets(environment)))
        warn(refusal)
    },
  }
}
