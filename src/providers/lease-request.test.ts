import { expect, test } from 'vitest'
import { leaseRequest } from './lease-request.ts'

const call = {
  name: { provider: 'openai-chat', model: 'gpt-4o' },
  provider: { protocol: 'openai-chat', baseUrl: '', keysOf: 'openai' },
  text: 'x'.repeat(3_500),
  maxOutputTokens: 2_000,
  prices: {},
  pauseMs: 0,
} as const

test('the input is estimated from the text, the output is the most it may be, and both cost', () => {
  expect(leaseRequest(call)).toEqual({
    provider: 'openai',
    model: 'gpt-4o',
    inputTokens: 1_000,
    outputTokens: 2_000,
    cost: (1_000 * 2.5 + 2_000 * 10) / 1_000_000,
    outputCost: (2_000 * 10) / 1_000_000,
    pauseMs: 0,
  })
})

test('letters beyond ASCII count as tokens of their own', () => {
  expect(leaseRequest({ ...call, text: '漢字かな交じり文' }).inputTokens).toBe(8)
})

test('the cost of a model without a price is not known', () => {
  expect(leaseRequest({ ...call, name: { provider: 'house', model: 'house' } }).cost).toBeNull()
})
