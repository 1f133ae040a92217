/** A past run for OpenTelemetry: as text, or sent. */
import { UsageError } from '../../model/usage-error.ts'
import { eventsIn } from '../../reporters/logs/event-file.ts'
import { eventFile, type PastRun } from '../../reporters/past/past-run.ts'
import type { Standing } from '../../reporters/view/summary.ts'
import { plural } from '../../reporters/words/words.ts'
import type { Past } from '../../telemetry/past-telemetry.ts'
import { signalsIn } from '../../telemetry/signals.ts'
import { tracingSecrets } from '../secrets/tracing-secrets.ts'
import { lossWords, refusalWords } from './delivery-words.ts'

export async function otlpText(run: PastRun, standing: Standing): Promise<string> {
  const { otlpJson, pastTelemetry } = await import('../../telemetry/past-telemetry.ts')
  return [...otlpJson(await pastTelemetry(pastOf(run, standing)))].join('')
}

export async function sendRun(run: PastRun, standing: Standing): Promise<string> {
  const signals = signalsIn(process.env)
  const [problem] = signals.problems
  if (problem !== undefined) throw new UsageError('receiver-missing', problem)
  if ((signals.traces ?? signals.metrics) === undefined) throw nothingAsked(process.env)
  const { sendPastRun } = await import('../../telemetry/send-past-run.ts')
  const deliveries = await sendPastRun(pastOf(run, standing), signals)
  const lost = [...lossWords(deliveries), ...refusalWords(deliveries, tracingSecrets(process.env))]
  const sent = deliveries.flatMap(({ signal, delivered, receiver }) => {
    if (delivered === 0) return []
    return [`${signal === 'metrics' ? 'metrics' : plural(delivered, 'span')} to ${receiver}`]
  })
  const told = sent.length === 0 ? '' : `Sent of run ${run.id}: ${sent.join(', ')}.`
  if (lost.length === 0) return `${told || 'There is nothing to send.'}\n`
  throw new UsageError('not-delivered', `${lost.join(' ')} ${told}`.trimEnd(), {
    hint: 'Sending a run twice is safe: its spans have the same ids.',
  })
}

/** Which of the variables it is that speaks against sending. */
function nothingAsked(environment: NodeJS.ProcessEnv): UsageError {
  const said = (name: string) => environment[name]?.trim().toLowerCase()
  if (said('OTEL_SDK_DISABLED') === 'true')
    return new UsageError('receiver-missing', 'OTEL_SDK_DISABLED is true: nothing is sent.', {
      hint: 'Unset it for this command.',
    })
  const exporters = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER']
  const off = exporters.filter((name) => said(name)?.includes('none'))
  if (off.length > 0)
    return new UsageError('receiver-missing', `Nothing is sent: ${off.join(' and ')} says none.`, {
      hint: `Set ${exporters.join(' or ')} to otlp.`,
    })
  return new UsageError('receiver-missing', 'There is no OTLP receiver.', {
    hint: 'Set OTEL_EXPORTER_OTLP_ENDPOINT to its address, such as http://localhost:4318',
  })
}

function pastOf(run: PastRun, { until, state }: Standing): Past {
  return { events: eventsIn(eventFile(run.folder)), until, isAlive: state === 'running' }
}
