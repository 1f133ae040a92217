import { expect, test } from 'vitest'
import { formatInstant, formatTime, localIso, TIME_PATTERN } from './time-words.ts'

const WINTER = Date.UTC(2026, 10, 18, 22, 30, 5, 7)
const SUMMER = Date.UTC(2026, 6, 1, 22, 30, 5, 7)

test('times are local and name their zone, also across midnight', () => {
  expect(process.env.TZ).toBe('Europe/Berlin')
  expect(formatTime(WINTER, WINTER + 60_000)).toBe('23:30:05 CET')
  expect(formatTime(SUMMER, SUMMER)).toBe('00:30:05 CEST')
  expect(formatInstant(SUMMER)).toBe('2026-07-02 00:30:05 CEST')
})

test('what is further away than some hours, in either direction, has its date', () => {
  expect(formatTime(WINTER, WINTER - 21 * 3_600_000)).toBe('2026-11-18 23:30:05 CET')
  expect(formatTime(WINTER, WINTER + 21 * 3_600_000)).toBe('2026-11-18 23:30:05 CET')
})

test('a time in a log is local and can be read back', () => {
  expect(localIso(WINTER)).toBe('2026-11-18T23:30:05.007+01:00')
  expect(localIso(WINTER)).toMatch(new RegExp(`^${TIME_PATTERN}$`))
  expect(Date.parse(localIso(SUMMER))).toBe(SUMMER)
})
