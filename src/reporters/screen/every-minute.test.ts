import { expect, test } from 'vitest'
import { everyMinute } from './every-minute.ts'

test('a line each minute, until it is over', async () => {
  const said: number[] = []
  const over = new AbortController()
  let now = 0
  const clock = {
    now: () => now,
    sleepUntil: async (at: number) => {
      now = at
      if (at > 180_000) over.abort()
    },
  }
  await everyMinute(clock, over.signal, (at) => said.push(at))
  expect(said).toEqual([60_000, 120_000, 180_000])
})
