import { expect, test, vi } from 'vitest'
import { systemClock } from './system-clock.ts'

const YEAR_MS = 365 * 24 * 3_600_000

test.each([
  ['forward', YEAR_MS],
  ['back', -YEAR_MS],
])('somebody sets the wall clock %s by a year: no limit notices', async (_, jumpMs) => {
  const before = systemClock.now()
  const wall = Date.now()
  expect(Math.abs(before - wall)).toBeLessThan(60_000)
  const set = vi.spyOn(Date, 'now').mockImplementation(() => wall + jumpMs)
  try {
    await systemClock.sleepUntil(systemClock.now() + 20, new AbortController().signal)
    expect(Date.now() - wall).toBe(jumpMs)
    const passed = systemClock.now() - before
    expect(passed).toBeGreaterThanOrEqual(19)
    expect(passed).toBeLessThan(60_000)
  } finally {
    set.mockRestore()
  }
})
