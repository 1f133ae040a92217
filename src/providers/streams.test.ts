/** Streams of strangers, in all protocols: none is taken for an answer before its end, and what came is charged and told. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inTurn, mockCall } from '../../test/rig/model-calls.ts'
import type { Answer } from '../mock-provider/answer.ts'
import { PROTOCOLS, type Protocol } from '../model/calls/provider.ts'
import { callModel } from './call-model.ts'

const WHOLE = JSON.stringify({ verdict: 'fine '.repeat(200) })
const schema = z.strictObject({ verdict: z.string() })

/** Asks for JSON until it is answered, with a price of a dollar for a million tokens. */
async function ask(
  protocol: Protocol,
  answers: readonly Answer[],
  limits: { readonly timeoutMs?: number; readonly idleMs?: number } = {},
) {
  const { call, settled } = await mockCall(inTurn(...answers), { protocol })
  const paid: (number | null | undefined)[] = []
  const answer = await callModel({
    ...call,
    ...limits,
    schema,
    prices: { [call.name.model]: { input: 1, output: 1 } },
    onRetry: ({ cost }) => void paid.push(cost),
  })
  return { answer, settled, paid }
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

test('a stream that stops is given up when it has been silent for long, and asked for again', async () => {
  const answers = [{ error: 'stall', text: WHOLE }, { text: WHOLE }] as const
  const limits = { timeoutMs: 60_000, idleMs: 2_000 }
  const all = await Promise.all(PROTOCOLS.map((protocol) => ask(protocol, answers, limits)))
  for (const { answer, settled, paid } of all) {
    expect(answer.text).toBe(WHOLE)
    expect(settled[0]).toMatchObject({
      outcome: { kind: 'cut', code: 'TIMEOUT' },
      usage: { isEstimate: true },
    })
    expect(paid[0]).toBe(settled[0]?.cost)
    expect(paid).toHaveLength(settled.length - 1)
  }
})

test('a stream that trickles for longer than any limit of silence is one answer', async () => {
  const limits = { timeoutMs: 2_000, idleMs: 2_000 }
  const trickle = [{ text: WHOLE, pieceMs: 150 }]
  const all = await Promise.all(PROTOCOLS.map((protocol) => ask(protocol, trickle, limits)))
  for (const { answer, settled } of all) {
    expect(answer.text).toBe(WHOLE)
    expect(settled.at(-1)).toMatchObject({ outcome: { kind: 'ok' } })
  }
})
