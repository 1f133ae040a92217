import { expect, test } from 'vitest'
import { exitCode, type Outcome, type StopCause } from './outcome.ts'

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
  expect(exitCode(outcomes, { stop, noCredential: false })).toBe(code)
})

test('that no key was accepted any more comes before other failures, but not before Ctrl+C', () => {
  expect(exitCode(['failed'], { stop: undefined, noCredential: true })).toBe(4)
  expect(exitCode(['failed', 'interrupted'], { stop: 'SIGINT', noCredential: true })).toBe(130)
})
