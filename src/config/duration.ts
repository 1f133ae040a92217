const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/

/** `90m` as milliseconds; undefined if the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (match === null) return undefined
  const ms = Math.round(Number(match[1]) * UNITS[match[2] as keyof typeof UNITS])
  return ms > 0 && Number.isSafeInteger(ms) ? ms : undefined
}
