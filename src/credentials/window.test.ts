import { describe, expect, test } from 'vitest'
import { nextMidnightPacific, nextMidnightUtc } from './midnight.ts'
import { Bucket, FixedWindow } from './window.ts'

describe('a bucket', () => {
  const bucket = () => new Bucket({ limit: 100, windowMs: 1_000, now: 0 })

  test('gives almost all at once, then as much as flows in', () => {
    const full = bucket()
    expect(full.left(0)).toBe(97)
    full.charge(97, 0)
    expect(full.readyAt(10, 0)).toBe(100)
    expect(full.readyAt(10, 100)).toBe(100)
  })

  test('a call larger than it holds goes when it is full', () => {
    const full = bucket()
    full.charge(10, 0)
    expect(full.readyAt(500, 0)).toBe(100)
  })

  test('what was charged too much comes back, what was too little is taken', () => {
    const one = bucket()
    one.charge(50, 0)
    one.refund(20, 0, 0)
    expect(one.left(0)).toBe(67)
    one.refund(-7, 0, 0)
    expect(one.left(0)).toBe(60)
  })

  test('believes at once that less is left, and only again and again that more is', () => {
    const one = bucket()
    one.correct({ left: 23, most: 23, least: 23, at: 0 }, 0)
    expect(one.left(0)).toBe(20)
    for (const _ of [1, 2]) one.correct({ left: 83, most: 83, least: 83, at: 0 }, 0)
    expect(one.left(0)).toBe(20)
    one.correct({ left: 83, most: 83, least: 83, at: 0 }, 0)
    expect(one.left(0)).toBe(50)
  })

  test('what was said a while ago has grown since', () => {
    const one = bucket()
    one.correct({ left: 3, most: 3, least: 3, at: 0 }, 500)
    expect(one.left(500)).toBe(50)
  })

  test('a new limit keeps what was used', () => {
    const one = bucket()
    one.charge(30, 0)
    one.setLimit(200, 0)
    expect(one.left(0)).toBe(164)
  })

  test('a far lower limit is not paid off for what was used of the higher one', () => {
    const one = bucket()
    one.charge(97, 0)
    one.setLimit(10, 0)
    expect(one.left(0)).toBe(0)
    one.charge(5, 0)
    one.setLimit(5, 0)
    expect(one.left(0)).toBe(-5)
  })
})

describe('a fixed window', () => {
  const endOf = (now: number) => Math.floor(now / 1_000) * 1_000 + 1_000
  const window = (now: number) => new FixedWindow({ limit: 10, endOf, guardMs: 50, now })

  test('gives its limit, then nothing until a little after its edge', () => {
    const one = window(300)
    one.charge(10, 300)
    expect(one.readyAt(1, 300)).toBe(1_050)
    expect(one.readyAt(1, 1_000)).toBe(1_050)
    expect(one.readyAt(1, 1_050)).toBe(1_050)
  })

  test('what is sent just before the edge counts on both sides', () => {
    const one = window(300)
    one.charge(6, 960)
    expect(one.left(1_010)).toBe(4)
    expect(one.left(2_010)).toBe(10)
  })

  test('what comes back after its window was over frees nothing', () => {
    const one = window(300)
    one.charge(5, 300)
    one.charge(5, 1_300)
    one.refund(5, 300, 1_400)
    expect(one.left(1_400)).toBe(5)
    one.refund(5, 1_300, 1_400)
    expect(one.left(1_400)).toBe(10)
  })

  test('after windows in which nothing happened it is empty', () => {
    const one = window(300)
    one.charge(10, 990)
    expect(one.readyAt(10, 7_010)).toBe(7_010)
  })
})

describe('midnight', () => {
  test.each([
    ['2026-11-15T18:00:00Z', '2026-11-16T08:00:00Z'],
    ['2026-07-15T18:00:00Z', '2026-07-16T07:00:00Z'],
    ['2026-07-15T06:59:59Z', '2026-07-15T07:00:00Z'],
    // The days on which California changes its clocks have 23 and 25 hours.
    ['2026-03-08T09:00:00Z', '2026-03-09T07:00:00Z'],
    ['2026-11-01T08:30:00Z', '2026-11-02T08:00:00Z'],
    ['2026-11-01T07:00:00.500Z', '2026-11-02T08:00:00Z'],
  ])('after %s comes in California at %s', (now, expected) => {
    expect(new Date(nextMidnightPacific(Date.parse(now))).toISOString()).toBe(
      new Date(expected).toISOString(),
    )
  })

  test('in UTC it is the end of the day', () => {
    const now = Date.parse('2026-11-15T18:00:00Z')
    expect(nextMidnightUtc(now)).toBe(Date.parse('2026-11-16T00:00:00Z'))
  })
})
