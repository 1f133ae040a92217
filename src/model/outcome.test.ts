import { expect, test } from 'vitest'
import { exitCode, type Outcome, type StopCause } from './outcome.ts'

const NOTHING = { stop: undefined, noCredential: false, leftToOthers: false }

const CASES: [Outcome[], StopCause | undefined, number][] = [
  [[], undefined, 0],
  [['done', 'skipped'], undefined, 0],
  [['done', 'failed'], undefined, 1],
  [['needs-revision'], undefined, 1],
  [['conflict', 'gated'], undefined, 1],
  [['done', 'gated'], undefined, 3],
  [['interrupted', 'skipped'], 'run-timeout', 5],
  [['failed', 'interrupted'], 'run-timeout', 1],
  [['gated', 'interrupted'], 'run-timeout', 5],
  [['failed', 'interrupted'], 'SIGINT', 130],
  [['done'], 'SIGTERM', 143],
  [['gated'], 'SIGHUP', 143],
]

test.each(CASES)('outcomes %j, stopped by %s: exit code %d', (outcomes, stop, code) => {
  expect(exitCode(outcomes, { ...NOTHING, stop })).toBe(code)
})

test('no usable key comes before failures and limits, not before an interruption', () => {
  const noCredential = { ...NOTHING, noCredential: true }
  expect(exitCode(['failed'], noCredential)).toBe(4)
  expect(exitCode(['failed'], { ...noCredential, stop: 'quota' })).toBe(4)
  expect(exitCode(['failed'], { ...noCredential, stop: 'SIGINT' })).toBe(130)
})

test('items left to another run count only when nothing else does', () => {
  const elsewhere = { ...NOTHING, leftToOthers: true }
  expect(exitCode(['done', 'skipped'], elsewhere)).toBe(6)
  expect(exitCode(['gated', 'skipped'], elsewhere)).toBe(3)
  expect(exitCode(['interrupted', 'skipped'], { ...elsewhere, stop: 'cost-limit' })).toBe(5)
  expect(exitCode(['failed', 'skipped'], elsewhere)).toBe(1)
})
