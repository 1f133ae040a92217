/** Streams of strangers, in all protocols: none is taken for an answer before its end, and what came is charged and told. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inTurn, mockCall } from '../../test/rig/model-calls.ts'
import { pacedCall } from '../../test/rig/paced-call.ts'
import type { Answer } from '../mock-provider/answer.ts'
import { PROTOCOLS, type Protocol } from '../model/calls/provider.ts'
import { callModel, type ModelCall } from './call-model.ts'

const WHOLE = JSON.stringify({ verdict: 'fine '.repeat(200) })
const schema = z.strictObject({ verdict: z.string() })

/** Asks for JSON until it is answered, with a price of a dollar for a million tokens. */
async function ask(protocol: Protocol, answers: readonly Answer[]) {
  const { call, settled } = await mockCall(inTurn(...answers), { protocol })
  return { ...(await priced(call)), settled }
}

/** The same with a clock that the events of the answers move. */
async function askPaced(protocol: Protocol, pace: (request: number, event: number) => number) {
  const { call, settled, clock } = await pacedCall(protocol, inTurn({ text: WHOLE }), pace)
  return { ...(await priced(call)), settled, clock }
}

async function priced(call: ModelCall) {
  const paid: (number | null | undefined)[] = []
  const answer = await callModel({
    ...call,
    schema,
    prices: { [call.name.model]: { input: 1, output: 1 } },
    onRetry: ({ cost }) => void paid.push(cost),
  })
  return { answer, paid }
}

test.each(PROTOCOLS)('%s: a stream that breaks in the middle of JSON', async (protocol) => {
  const { answer, settled, paid } = await ask(protocol, [
    { error: 'cut', text: WHOLE },
    { text: WHOLE },
  ])
  expect(answer.text).toBe(WHOLE)
  expect(settled).toMatchObject([
    { outcome: { kind: 'cut' }, usage: { isEstimate: true } },
    { outcome: { kind: 'ok' } },
  ])
  const [cut, fine] = settled
  expect(cut?.usage?.outputTokens).toBeGreaterThan(50)
  expect(cut?.usage?.outputTokens).toBeLessThan(fine?.usage?.outputTokens ?? 0)
  expect(paid).toEqual([cut?.cost])
})

test.each(PROTOCOLS)('%s: a stream that ends before the model does', async (protocol) => {
  const { answer, settled, paid } = await ask(protocol, [
    { error: 'ended-early', text: WHOLE },
    { text: WHOLE },
  ])
  expect(answer.text).toBe(WHOLE)
  expect(settled).toMatchObject([
    { outcome: { kind: 'cut', code: 'ENDED_EARLY' }, usage: { isEstimate: true } },
    {},
  ])
  expect(paid).toEqual([settled[0]?.cost])
})

test.each(PROTOCOLS)('%s: an error event in the middle', async (protocol) => {
  const { answer, settled, paid } = await ask(protocol, [
    { error: 'error-in-stream', text: WHOLE, retryAfterMs: 1 },
    { text: WHOLE },
  ])
  expect(answer.text).toBe(WHOLE)
  const [failed] = settled
  expect(failed?.outcome.kind).toMatch(/rate|down/)
  expect(failed?.usage?.isEstimate).toBe(true)
  expect(failed?.usage?.outputTokens).toBeGreaterThan(50)
  expect(paid).toEqual([failed?.cost])
})

test.each(PROTOCOLS)('%s: a stream that ends without its usage', async (protocol) => {
  const { answer, settled, paid } = await ask(protocol, [{ error: 'no-usage', text: WHOLE }])
  expect(answer).toMatchObject({ text: WHOLE, usage: { isEstimate: true } })
  expect(answer.usage.outputTokens).toBeGreaterThan(100)
  expect(settled).toEqual([
    expect.objectContaining({ outcome: { kind: 'ok' }, usage: answer.usage, cost: answer.cost }),
  ])
  expect(paid).toEqual([])
})

test.each(PROTOCOLS)(
  '%s: a stream that is silent for 61 s is asked for again',
  async (protocol) => {
    const pace = (request: number, event: number) => (request > 0 ? 0 : event < 3 ? 59_000 : 61_000)
    const { answer, settled, paid, clock } = await askPaced(protocol, pace)
    expect(answer.text).toBe(WHOLE)
    expect(settled).toMatchObject([
      { outcome: { kind: 'cut', code: 'TIMEOUT' }, usage: { isEstimate: true } },
      { outcome: { kind: 'ok' } },
    ])
    expect(paid).toEqual([settled[0]?.cost])
    expect(clock.now).toBe(3 * 59_000 + 61_000)
  },
)

test.each(PROTOCOLS)(
  '%s: a stream that trickles for ten minutes is one answer',
  async (protocol) => {
    const { answer, settled, paid, clock } = await askPaced(protocol, () => 59_000)
    expect(clock.now).toBeGreaterThan(10 * 60_000)
    expect(answer.text).toBe(WHOLE)
    expect(settled).toEqual([
      expect.objectContaining({ outcome: { kind: 'ok' }, cost: answer.cost }),
    ])
    expect(paid).toEqual([])
  },
)
