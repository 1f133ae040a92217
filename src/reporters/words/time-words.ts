/** Points in time for people: local, with the zone. Documents for programs have epoch milliseconds or UTC. */

const WITHIN_MS = 20 * 3_600_000

/** `15:20:00 CET`; with its date if it is further away than some hours. */
export function formatTime(at: number, now: number): string {
  const words = formatInstant(at)
  return Math.abs(at - now) < WITHIN_MS ? words.slice('2026-11-18 '.length) : words
}

/** `2026-11-18 15:20:00 CET`. */
export function formatInstant(at: number): string {
  const [date, time] = localIso(at).split('T')
  return `${date} ${time?.slice(0, 'hh:mm:ss'.length)} ${zoneOf(at)}`
}

/** `2026-11-18T15:20:00.123+01:00`: for logs, which people read and programs parse. */
export function localIso(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset()
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
}

/** How `localIso` begins a line, and UTC as logs of earlier versions have it. */
export const TIME_PATTERN = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)`

let zones: Intl.DateTimeFormat | undefined

function zoneOf(at: number): string {
  zones ??= new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
  return zones.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function twoDigits(number: number): string {
  return String(Math.trunc(number)).padStart(2, '0')
}
