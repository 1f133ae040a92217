import { quote } from '../../model/ids.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import type { Secret } from '../../model/secrets/secret.ts'
import { disarmed } from '../../reporters/screen/actions-commands.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { plural } from '../../reporters/words/words.ts'
import type { Delivery } from '../../telemetry/deliveries.ts'

/** What has not arrived, and for which reason, or else why it was not waited for; nothing if all has. */
export function lossWords(deliveries: readonly Delivery[], otherwise = 'not in time'): string[] {
  const lost = deliveries.filter((one) => one.lost > 0 || one.why !== undefined)
  const [first, second] = lost
  if (first !== undefined && second !== undefined && isSameTrouble(first, second))
    return [`${whatOf(first)} and the metrics ${didNotReach(first)}`]
  return lost.map((one) => `${whatOf(one)} ${didNotReach(one)}`)

  function didNotReach({ receiver, why = otherwise }: Delivery): string {
    return `did not reach ${receiver}: ${why}.`
  }
}

/** What a receiver would not have. It may repeat what it was sent, so its words come without `secrets`. */
export function refusalWords(
  deliveries: readonly Delivery[],
  secrets: readonly Secret[],
): string[] {
  return deliveries.flatMap((delivery) => {
    const { signal, receiver, refused } = delivery
    if (refused === undefined) return []
    const { count, message } = refused
    const what =
      signal === 'metrics'
        ? `${plural(count, 'data point')} of the metrics`
        : `${count} of ${spansIn(delivery)} spans`
    const said = disarmed(redactorOf(secrets).redact(cleanWords(message)))
    return [`${receiver} refused ${what}${said === '' ? '' : `: ${quote(said)}`}.`]
  })
}

/** Nobody waits for the metrics where spans are lost: they have no reason of their own then. */
function isSameTrouble(spans: Delivery, metrics: Delivery): boolean {
  const isSameReason = metrics.why === undefined || metrics.why === spans.why
  return metrics.signal === 'metrics' && metrics.receiver === spans.receiver && isSameReason
}

function whatOf(delivery: Delivery): string {
  if (delivery.signal === 'metrics') return 'The metrics'
  return `${delivery.lost} of ${spansIn(delivery)} spans`
}

function spansIn({ lost, delivered, refused }: Delivery): number {
  return lost + delivered + (refused?.count ?? 0)
}
