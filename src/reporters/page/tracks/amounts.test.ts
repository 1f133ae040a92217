import { expect, test } from 'vitest'
import { atOnce, drained, perWindow } from './amounts.ts'

test('what is counted by the clock is forgotten at the end of each window', () => {
  const { points, peak } = perWindow(
    [
      [100, 1],
      [200, 1],
      [1_100, 1],
    ],
    { windowMs: 1_000, startedAt: 500, untilMs: 2_000 },
  )
  expect(peak).toBe(2)
  expect(points).toEqual([
    ...[100, 0, 100, 1, 200, 1, 200, 2, 500, 2, 500, 0],
    ...[1_100, 0, 1_100, 1, 1_500, 1, 1_500, 0],
  ])
})

test('what flows back is gone after its time, and never less than nothing', () => {
  const { points, peak } = drained([[0, 2]], { perMs: 0.002, untilMs: 3_000 })
  expect(peak).toBe(2)
  expect(points).toEqual([0, 0, 0, 2, 1_000, 0, 3_000, 0])
})

test('an end makes room for a beginning at the same moment', () => {
  const spans = [
    { from: 0, until: 10 },
    { from: 10, until: 20 },
  ]
  expect(atOnce(spans, 100).peak).toBe(1)
})

test('a line of very many points keeps its peaks', () => {
  const spans = Array.from({ length: 50_000 }, (_, index) => ({ from: index, until: index + 5 }))
  const { points } = atOnce([...spans, ...spans.slice(25_000, 25_001)], 60_000)
  expect(points.length).toBeLessThan(20_000)
  expect(Math.max(...points.filter((_, index) => index % 2 === 1))).toBe(6)
})
