/** What a response says of one limit of its scope. */
import type { Dimension, LimitReading } from '../../model/calls/lease.ts'

/** A limit that is not positive is a provider's mistake, and so is what is said beside it. */
export function limitReading({
  dimension,
  per,
  limit,
  remaining,
}: {
  readonly dimension: Dimension
  readonly per: 'minute' | 'day'
  readonly limit: unknown
  readonly remaining?: unknown
}): LimitReading[] {
  const [most, left] = [numberOf(limit), numberOf(remaining)]
  if (most !== undefined && most <= 0) return []
  const hasLeft = left !== undefined && left >= 0
  if (most === undefined && !hasLeft) return []
  return [
    {
      dimension,
      per,
      ...(most === undefined ? {} : { limit: most }),
      ...(hasLeft ? { remaining: left } : {}),
    },
  ]
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const digits = value.replaceAll(',', '').trim()
  return /^-?\d{1,15}(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/** One reading for each limit; of several, the last counts. */
export function oneForEach(readings: readonly LimitReading[]): LimitReading[] {
  const byLimit = new Map<string, LimitReading>()
  for (const reading of readings) {
    const key = `${reading.dimension} ${reading.per}`
    byLimit.set(key, { ...byLimit.get(key), ...reading })
  }
  return [...byLimit.values()]
}
