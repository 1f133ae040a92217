import type { Delivery } from '../telemetry/deliveries.ts'

/** What has not arrived, of each kind; nothing if all has. */
export function deliveryWords(deliveries: readonly Delivery[]): string[] {
  return deliveries.flatMap(({ signal, receiver, delivered, lost, why }) => {
    if (lost === 0 && why === undefined) return []
    const all = lost + delivered
    const what = signal === 'metrics' ? 'The metrics' : `${lost} of ${all} spans`
    return [`${what} did not reach ${receiver}: ${why ?? 'not in time'}.`]
  })
}
