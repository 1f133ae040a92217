import { expect, test } from 'vitest'
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { Narrator } from './narrator.ts'

test('an answer that names no model is warned of once in a run', () => {
  const narrator = new Narrator('logs')
  const told = ['1', '2'].flatMap((item) => narrator.tell(unnamed(item, null)).map(textOf))
  expect(told.filter((text) => text.startsWith('Warning:'))).toEqual([
    expect.stringContaining('an answer with house-1 names no model'),
  ])
  expect(told.join()).toContain('and what it costs, is not known')
  expect(told[0]).toContain('lld.draft: an unnamed model with house-1')
})

test('what an unnamed model costs is not called unknown where it was computed', () => {
  const told = new Narrator('logs').tell(unnamed('1', 0.02)).map(textOf)
  expect(told.join()).toContain('whether it is the one that was asked is not known.')
})

function unnamed(item: string, cost: number | null): Event {
  return {
    ...{ type: 'call-ended', item: item as ItemId, task: 'lld.draft', model: '', cost },
    ...{ credential: 'house-1', durationMs: 5, v: 1, seq: 1, at: 0, run: 'r-1' },
    usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
  } as Event
}

function textOf({ text }: { readonly text: string }): string {
  return text
}
