import type { Event } from '../model/event.ts'
import { EXIT } from '../model/outcome.ts'
import { milliseconds, signalsIn } from '../telemetry/signals.ts'

export interface ExportedRun {
  readonly listener: (event: Event) => void
  /** Waits a moment for the last of it, and says if something has not arrived. */
  readonly close: (exitCode: number) => Promise<void>
}

/** Traces and metrics of a run, if `OTEL_*` asks for them. */
export async function exportRun(
  environment: NodeJS.ProcessEnv,
  warn: (text: string) => void,
): Promise<ExportedRun | undefined> {
  const signals = signalsIn(environment)
  for (const trouble of signals.troubles) warn(trouble)
  const receiver = signals.traces?.receiver ?? signals.metrics?.receiver
  if (receiver === undefined) return undefined
  const { LiveExport } = await import('../telemetry/live-export.ts')
  const live = new LiveExport(signals, milliseconds(environment.OTEL_BSP_EXPORT_TIMEOUT))
  let run = ''
  return {
    listener(event) {
      run = event.run
      live.add(event)
    },
    async close(exitCode) {
      const isStopped = exitCode === EXIT.interrupted || exitCode === EXIT.terminated
      const delivery = await live.close({ isStopped })
      if (delivery !== undefined && delivery.lost === 0 && delivery.why === undefined) return
      const { lost = 0, delivered = 0, why = 'not in time' } = delivery ?? {}
      const what = lost > 0 ? `${lost} of ${lost + delivered} spans` : 'All that was to be told'
      warn(
        `${what} did not reach ${receiver}: ${why}. To send them: agentos report ${run} --format otlp --send`,
      )
    },
  }
}
