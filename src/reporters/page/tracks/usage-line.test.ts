import { expect, test } from 'vitest'
import { eventsOf, of } from '../../../../test/rig/events.ts'
import type { ConfiguredLimits, Dimension } from '../../../model/calls/lease.ts'
import type { Protocol } from '../../../model/calls/provider.ts'
import type { EventOf } from '../../../model/event.ts'
import { ScopeUsage } from './usage-line.ts'

const CONFIGURED: ConfiguredLimits = { tokensPerMinute: 500 }
const INPUT = { peak: 70, limit: 500, unit: 'input tokens in 1m' }
const OUTPUT = { peak: 20, limit: 500, unit: 'output tokens in 1m' }
const BOTH = { peak: 90, limit: 500, unit: 'tokens in 1m' }

const CASES: [Protocol, ConfiguredLimits, Partial<Record<Dimension, number>>, object][] = [
  ['google', CONFIGURED, {}, { ...INPUT, unit: 'tokens in 1m' }],
  ['google', {}, { 'input-tokens': 500 }, INPUT],
  ['anthropic', CONFIGURED, {}, INPUT],
  ['anthropic', CONFIGURED, { 'input-tokens': 900 }, INPUT],
  ['anthropic', { tokensPerMinute: 900 }, { 'input-tokens': 500 }, INPUT],
  ['anthropic', {}, { 'output-tokens': 500 }, OUTPUT],
  ['anthropic', {}, { tokens: 500 }, BOTH],
  ['anthropic', { tokensPerMinute: 100 }, { tokens: 500 }, { ...INPUT, limit: 100 }],
  ['openai', CONFIGURED, {}, BOTH],
]

test.each(CASES)('tokens of %s are counted as the pool does: config %j, told %j', (...one) => {
  const [protocol, limits, toldLimits, line] = one
  const usage = new ScopeUsage(0, protocol)
  usage.addKey({ limits })
  usage.add({ from: 0, until: 1, model: 'm' }, returned(toldLimits))
  expect(usage.line(1)).toMatchObject(line)
})

/** Of 100 tokens that it read, 30 came from a cache. */
function returned(limits: Partial<Record<Dimension, number>>) {
  const readings = Object.entries(limits).map(([dimension, limit]) => ({
    ...{ dimension, per: 'minute', limit },
  }))
  const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 30 }
  const fact = of('1', {
    type: 'lease-returned',
    lease: 1,
    outcome: { kind: 'ok' },
    usage,
    readings,
  })
  return eventsOf([fact])[0] as EventOf<'lease-returned'>
}
