/** The end of a provider's day. */

const DAY_MS = 86_400_000

/** Created on first use: it is slow. */
let pacific: Intl.DateTimeFormat | undefined

export function nextMidnightUtc(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS + DAY_MS
}

/** The next midnight in California, also on the two days of 23 and 25 hours. */
export function nextMidnightPacific(now: number): number {
  const around = now + DAY_MS - sinceMidnight(now)
  const past = sinceMidnight(around)
  const isBefore = past > DAY_MS / 2
  return around - past + (isBefore ? DAY_MS : 0)
}

function sinceMidnight(at: number): number {
  pacific ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Los_Angeles',
    timeStyle: 'medium',
  })
  const [hour = 0, minute = 0, second = 0] = pacific.format(at).split(':').map(Number)
  return (hour * 3600 + minute * 60 + second) * 1_000 + (at % 1_000)
}
