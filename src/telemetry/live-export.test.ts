import { expect, test } from 'vitest'
import type { Event } from '../model/event.ts'
import { LiveExport } from './live-export.ts'

test('a thread that dies is waited for no longer, and what it died of is known', async () => {
  const live = new LiveExport({ problems: [] })
  live.add({ type: 'run-started' } as Event) // not even its limits: this cannot be told
  const patient = { patienceMs: 2 ** 30, hurry: new AbortController().signal }
  expect(await live.close(patient)).toEqual({ deliveries: undefined, crash: 'TypeError' })
})
