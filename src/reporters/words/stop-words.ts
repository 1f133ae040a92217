/** Why a run stops. */
import type { EventOf } from '../../model/event.ts'

export function costStopWords({ cost }: EventOf<'run-stopping'>): string | undefined {
  if (cost === undefined) return undefined
  const { limit, spent, next } = cost
  return `${STOPPED['cost-limit']}: $${spent.toFixed(2)} of $${limit.toFixed(2)} spent, the call up to $${next.toFixed(2)}`
}

export const STOPPED = {
  SIGINT: 'SIGINT',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'SIGHUP',
  'run-timeout': 'the run has reached its time limit',
  'cost-limit': 'the next call might cost more than the run may, see limits.runCost',
  quota: 'every credential is rate-limited until after the run’s time limit',
} as const
