import type { Delivery } from '../telemetry/deliveries.ts'

/** What has not arrived; nothing if all has. */
export function deliveryWords(deliveries: readonly Delivery[]): string[] {
  const lost = deliveries.filter((one) => one.lost > 0 || one.why !== undefined)
  const [first, second] = lost
  if (first !== undefined && second !== undefined && isSameTrouble(first, second))
    return [lossWords(first, `${whatOf(first)} and the metrics`)]
  return lost.map((one) => lossWords(one, whatOf(one)))
}

/** Nobody waits for the metrics where spans are lost: they have no reason of their own then. */
function isSameTrouble(spans: Delivery, metrics: Delivery): boolean {
  const isSameReason = metrics.why === undefined || metrics.why === spans.why
  return metrics.signal === 'metrics' && metrics.receiver === spans.receiver && isSameReason
}

function whatOf({ signal, lost, delivered }: Delivery): string {
  return signal === 'metrics' ? 'The metrics' : `${lost} of ${lost + delivered} spans`
}

function lossWords({ receiver, why }: Delivery, what: string): string {
  return `${what} did not reach ${receiver}: ${why ?? 'not in time'}.`
}
