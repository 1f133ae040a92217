import { expect, test } from 'vitest'
import { markerOf } from './marker.ts'

test('the marker is found on a line of its own, the first one if a document quotes another', () => {
  const text =
    'Draft it.\r\n<!-- agentos task=lld.draft item=42 round=2 -->\r\n\n<!-- agentos task=x item=y round=9 -->'
  expect(markerOf({ question: text, instructions: '' })).toEqual({
    task: 'lld.draft',
    item: '42',
    round: 2,
  })
})

test.each([
  '',
  'agentos task=lld.draft item=42 round=2',
  'see <!-- agentos task=lld.draft item=42 round=2 --> above',
  '<!-- agentos task=lld.draft item=42 -->',
  '<!-- agentos task=lld.draft item=../x round=1 -->',
  '<!-- agentos task=lld.draft item=42 round=one -->',
])('%j is no marker', (text) => {
  expect(markerOf({ question: '', instructions: text })).toBeUndefined()
})
