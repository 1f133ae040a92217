import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0ms'],
  [999.4, '999ms'],
  [999.6, '1s'],
  [59_940, '59.9s'],
  [59_960, '1m'],
  [119_400, '1m59s'],
  [119_600, '2m'],
  [3_599_600, '1h'],
  [3_660_000, '1h01m'],
])('%d ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
