import { expect, test } from 'vitest'
import { RunView } from '../view/run-view.ts'
import { standingOf } from './standing.ts'

test('a run that is written while it is read lasts until its last event at least', () => {
  const view = Object.assign(new RunView(), { lastAt: 1_000 })
  const until = (now: number) => standingOf(view, { isAlive: true, now }).until
  expect(until(900)).toBe(1_000)
  expect(until(1_100)).toBe(1_100)
})
