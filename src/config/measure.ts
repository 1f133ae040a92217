import { z } from 'zod'

const DURATIONS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
const SIZES = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** `90m` as milliseconds; undefined if the text is no duration. */
export function parseDuration(text: string): number | undefined {
  return measure(text, DURATIONS)
}

/** `512mb` as bytes; undefined if the text is no size. */
export function parseSize(text: string): number | undefined {
  return measure(text.toLowerCase(), SIZES)
}

function measure(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? []
  const value = Math.round(Number(count) * (units[unit] ?? 0))
  return value > 0 && Number.isSafeInteger(value) ? value : undefined
}

/** A number that is written with its unit. */
export const measured = (parse: (text: string) => number, least: number, error: string) =>
  z
    .string({ error })
    .refine((text) => parse(text) >= least, { error })
    .transform(parse)

export const duration = measured(
  (text) => parseDuration(text) ?? 0,
  1,
  'expected a duration above 0 with its unit, such as "90s", "15m" or "2h"',
).meta({ unit: 'ms' })
