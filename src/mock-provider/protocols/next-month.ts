/** The day on which a month's spending starts over, such as `2026-12-01`. */
export function nextMonth(at: number): string {
  const date = new Date(at)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}
