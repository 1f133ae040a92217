import { expect, test } from 'vitest'
import { RunView } from '../view/run-view.ts'
import { standingOf } from './standing.ts'

test('a run that goes on while it is read goes until its last event, never until before it', () => {
  const view = Object.assign(new RunView(), { lastAt: 1_000 })
  const until = (now: number) => standingOf(view, { isAlive: true, now }).until
  expect(until(900)).toBe(1_000)
  expect(until(1_100)).toBe(1_100)
})
