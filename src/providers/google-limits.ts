/** Gemini has no headers for its limits; a refusal names the quotas that were passed. */
import type { LimitReading } from '../model/lease.ts'
import { objectAt, objectsAt } from './body-documents.ts'
import { limitReading } from './limit-reading.ts'
import type { Refusal } from './refusal.ts'

/** Its tokens are those of the input. */
export function googleLimits(_: Headers, refusal: Refusal | undefined): LimitReading[] {
  return quotasOf(refusal)
    .filter(({ id }) => isDaily(id) || /per_?minute/i.test(id))
    .flatMap(({ id, value }) =>
      limitReading({
        dimension: /token/i.test(id) ? 'input-tokens' : 'requests',
        per: isDaily(id) ? 'day' : 'minute',
        limit: value,
      }),
    )
}

/** The quotas that were passed; older refusals name one in their metadata. */
export function quotasOf(refusal: Refusal | undefined): { id: string; value: unknown }[] {
  return objectsAt(refusal?.error ?? {}, 'details').flatMap((detail) => {
    const { quota_limit, quota_limit_value } = objectAt(detail, 'metadata')
    const violations = objectsAt(detail, 'violations').map(
      ({ quotaId, quotaMetric, quotaValue }) => ({
        id: `${quotaId ?? quotaMetric}`,
        value: quotaValue,
      }),
    )
    return quota_limit === undefined
      ? violations
      : [...violations, { id: `${quota_limit}`, value: quota_limit_value }]
  })
}

export function isDaily(quotaId: string): boolean {
  return /per_?day|daily/i.test(quotaId)
}
