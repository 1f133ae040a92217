/** A past run for OpenTelemetry: as text, or sent. */
import { UsageError } from '../model/usage-error.ts'
import { eventsIn } from '../reporters/event-file.ts'
import { eventFile, type PastRun, type Present, readRun } from '../reporters/past-run.ts'
import { plural } from '../reporters/words.ts'
import type { PastTelemetry } from '../telemetry/past-run.ts'
import { signalsIn } from '../telemetry/signals.ts'

export async function otlpText(run: PastRun, present: Present): Promise<string> {
  const { otlpJson } = await import('../telemetry/otlp-json.ts')
  return [...otlpJson(await telemetryOf(run, present))].join('')
}

export async function sendRun(run: PastRun, present: Present): Promise<string> {
  const signals = signalsIn(process.env)
  const receiver = signals.traces?.receiver ?? signals.metrics?.receiver
  if (receiver === undefined)
    throw new UsageError('receiver-missing', signals.troubles[0] ?? 'There is no OTLP receiver.', {
      hint: 'Set OTEL_EXPORTER_OTLP_ENDPOINT to its address, such as http://localhost:4318',
    })
  const { sendPastRun } = await import('../telemetry/send-past-run.ts')
  const telemetry = await telemetryOf(run, present)
  const { delivered, lost, why } = await sendPastRun(telemetry, signals)
  if (lost === 0 && why === undefined)
    return `Sent ${plural(delivered, 'span')} of run ${run.id} to ${receiver}.\n`
  throw new UsageError(
    'not-delivered',
    `${lost} of ${plural(lost + delivered, 'span')} did not reach ${receiver}: ${why ?? 'nobody knows why'}.`,
    { hint: 'To send a run twice does no harm: its spans have the same ids.' },
  )
}

async function telemetryOf(run: PastRun, present: Present): Promise<PastTelemetry> {
  const { pastTelemetry } = await import('../telemetry/past-run.ts')
  const { standing } = readRun(run, present)
  return pastTelemetry(eventsIn(eventFile(run.folder)), standing.until)
}
