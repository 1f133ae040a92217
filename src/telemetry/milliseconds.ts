const LONGEST_TIMER = 2 ** 31 - 1

/** What a variable says, if it says a time. */
export function milliseconds(text: string | undefined): number | undefined {
  const ms = Number(text?.trim() || Number.NaN)
  return Number.isSafeInteger(ms) && ms > 0 ? Math.min(ms, LONGEST_TIMER) : undefined
}
