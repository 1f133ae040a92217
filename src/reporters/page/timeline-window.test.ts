/** What the page's script reckons with, tried without a browser. */
import { expect, test } from 'vitest'
import { clockText } from '../words/format-duration.ts'
import { unpacked } from './browser/lanes.ts'
import { ticksIn } from './browser/ticks.ts'
import { moved, showing, zoomed } from './browser/window.ts'
import { Bar } from './tracks/item-track.ts'

test('the moment under the pointer stays there when it is zoomed', () => {
  const window = zoomed({ from: 0, until: 1_000 }, { around: 250, by: 0.5, end: 1_000 })
  expect(window).toEqual({ from: 125, until: 625 })
})

test('nothing is seen beyond the ends of the run', () => {
  expect(moved({ from: 0, until: 400 }, -50, 1_000)).toEqual({ from: 0, until: 400 })
  expect(moved({ from: 500, until: 900 }, 500, 1_000)).toEqual({ from: 600, until: 1_000 })
  expect(zoomed({ from: 100, until: 900 }, { around: 500, by: 9, end: 1_000 })).toEqual({
    from: 0,
    until: 1_000,
  })
  expect(showing({ from: 0, until: 100 }, 900, 1_000)).toEqual({ from: 850, until: 950 })
})

test('marks of the axis are round, and not too many', () => {
  expect(ticksIn(0, 10_000, 6)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000])
  expect(ticksIn(250, 1_000, 4)).toEqual([400, 600, 800, 1_000])
  expect([0, 250, 61_000, 3_723_000].map(clockText)).toEqual([
    '0:00',
    '0:00.250',
    '1:01',
    '1:02:03',
  ])
})

test('spans come out as they were packed', () => {
  const bar = new Bar<number>((value) => value)
  for (const [value, at] of [
    [2, 10],
    [0, 30],
    [undefined, 30],
    [1, 35],
    [undefined, 40],
  ] as const)
    bar.show(value, at)
  expect(unpacked(bar.packed)).toEqual([
    { from: 10, until: 30, which: 2 },
    { from: 35, until: 40, which: 1 },
  ])
})
