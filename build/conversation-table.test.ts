import { expect, test } from 'vitest'
import type { Fact } from '../src/model/event.ts'
import { itemId } from '../src/model/ids.ts'
import { eventsOf, queued } from '../test/rig/events.ts'
import { conversationTable } from './conversation-table.ts'

let ask = 0

/** A call with what it was about and what it took. */
function call(
  task: string,
  { role = 'drafter', turns = 0, again = false, input = 0, cached = 0, output = 0 } = {},
): Fact[] {
  const about = { item: itemId('1'), ask: ++ask, task: `lld.${task}` }
  const usage = {
    ...{ inputTokens: input, outputTokens: output, cachedTokens: cached },
    ...{ cacheWriteTokens: 0, reasoningTokens: 0 },
  }
  return [
    {
      ...{ ...about, type: 'call-started', role, model: 'm', turns },
      ...(again ? { again: true } : {}),
    },
    { ...about, type: 'call-ended', model: 'm', credential: 'k', usage, cost: 0.1, durationMs: 1 },
  ]
}

test('calls by task, what was asked again, and how much of later questions is a prefix', () => {
  const events = eventsOf([
    queued('1'),
    ...call('look', { input: 1_000, output: 100 }),
    ...call('draft', { turns: 1, input: 2_200, cached: 1_100, output: 500 }),
    ...call('draft', { turns: 2, again: true, input: 2_500, cached: 2_300, output: 500 }),
    ...call('review', { role: 'reviewer', input: 4_000, output: 50 }),
  ])
  const [head, , ...rows] = conversationTable([events]).split('\n')
  expect(head).toBe(
    '| item | look | draft | review | asked again | calls | tokens in | from round 2 on a prefix | cached | tokens out | cost |',
  )
  // The draft after the look belongs to round 1; of the 2,500 tokens of the second one 2,200 were sent before.
  expect(rows).toEqual(['| LLD-1 | 1 | 2 | 1 | 1 | 4 | 9700 | 88% | 35% | 1150 | $0.40 |'])
})

test('a call that was cut off does not count', () => {
  const [started] = call('look', { input: 10 }) as [Fact]
  expect(conversationTable([eventsOf([queued('1'), started])])).not.toContain('LLD-1')
})

test('requests to be shown more, and for files beyond the design, have columns of their own', () => {
  const reviewer = { role: 'reviewer', input: 10 }
  const asked = ['review', 'needs', 'amend'].flatMap((task) => call(task, reviewer))
  const [head, , row] = conversationTable([eventsOf([queued('1'), ...asked])]).split('\n')
  expect(head).toMatch(/^\| item \| review \| needs \| amend \|/)
  expect(row).toMatch(/^\| LLD-1 \| 1 \| 1 \| 1 \|/)
})
