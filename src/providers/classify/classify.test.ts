/**
 * Every file in `fixtures/` is a list of responses as providers send them, each with what they mean;
 * it is named after the protocol. It is 12:00 UTC on 20 November 2026.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallOutcome, LimitReading } from '../../model/calls/lease.ts'
import { PROTOCOLS, type Protocol } from '../../model/calls/provider.ts'
import { classify } from './classify.ts'

const now = Date.UTC(2026, 10, 20, 12)
const folder = join(import.meta.dirname, 'fixtures')

describe.each(readdirSync(folder))('%s', (file) => {
  const protocol = file.split('.')[0] as Protocol
  const cases = readFileSync(join(folder, file), 'utf8').split(/^=== /m).slice(1)

  test.each(cases.map(readCase))('$title', ({ status, headers, body, meaning }) => {
    const { outcome, readings } = classify({ protocol, status, headers, body, now })
    expect([outcomeWords(outcome), ...readings.map(readingWords)]).toEqual(meaning)
  })
})

test('any response at all has exactly one outcome', () => {
  const kinds: CallOutcome['kind'][] = [
    ...(['ok', 'rate', 'ramp', 'day-quota', 'billing'] as const),
    ...(['invalid', 'too-big', 'not-here', 'down', 'unreadable', 'caller'] as const),
  ]
  const name = fc.constantFrom(
    ...['retry-after', 'retry-after-ms', 'x-ratelimit-reset', 'x-ratelimit-limit-requests'],
    ...['x-ratelimit-remaining-requests', 'anthropic-ratelimit-requests-limit', 'x-groq-region'],
  )
  const value = fc.oneof(
    fc.constantFrom('', '-1', '1e400', '7m12s', 'NaN'),
    fc.integer().map(String),
  )
  const word = fc.constantFrom(
    'error',
    'details',
    'message',
    'violations',
    'quotaId',
    'choices',
    'code',
  )
  const json = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(word, fc.jsonValue()),
    fc.object({ key: word }),
  )
  const body = fc.oneof(
    fc.string(),
    json.map((data) => JSON.stringify(data)),
    fc.tuple(json, fc.nat(200)).map(([data, end]) => JSON.stringify(data).slice(0, end)),
    json.map((data) => `event: x\ndata: ${JSON.stringify(data)}\n\n`),
  )
  const response = fc.record({
    protocol: fc.constantFrom(...PROTOCOLS),
    status: fc.oneof(fc.integer({ min: 100, max: 600 }), fc.constantFrom(200, 400, 403, 429)),
    headers: fc.array(fc.tuple(name, value)).map((entries) => new Headers(entries)),
    body,
    now: fc.constant(now),
  })
  fc.assert(
    fc.property(response, (given) => {
      const { outcome, readings } = classify(given)
      expect(kinds).toContain(outcome.kind)
      const facts = [outcome, ...readings].flatMap(Object.values)
      for (const fact of facts) if (typeof fact === 'number') expect(fact).toBeGreaterThanOrEqual(0)
      expect(JSON.parse(JSON.stringify({ outcome, readings }))).toEqual({ outcome, readings })
    }),
    { numRuns: 500 },
  )
})

test.each([
  '{"type":"error","code":{"toString":{}}}',
  '{"error":{"code":"toString"}}',
  '{"error":{"status":[429],"code":{"valueOf":1}}}',
])('an error inside a 200 whose names are no words is an outage: %s', (body) => {
  const { outcome } = classify({
    protocol: 'google',
    status: 200,
    headers: new Headers(),
    body,
    now,
  })
  expect(outcome.kind).toBe('down')
})

test('a huge refusal is read too, in time that does not grow with its square', () => {
  const noise = `<p>${'{"error":['.repeat(500_000)}`
  const headers = new Headers()
  for (const body of [
    noise,
    noise.slice(3),
    `{"error":{"message":"${'try again in 1'.repeat(300_000)}"}}`,
  ]) {
    expect(classify({ protocol: 'openai', status: 429, headers, body, now }).outcome.kind).toBe(
      'rate',
    )
  }
})

function readCase(text: string) {
  const [title = '', first = '', ...rest] = text.split('\n')
  const end = rest.indexOf('')
  const lines = rest.slice(end + 1)
  const meaning = lines.filter((line) => line.startsWith('--> ')).map((line) => line.slice(4))
  return {
    title,
    status: Number(first.replace('HTTP ', '')),
    headers: new Headers(
      rest.slice(0, end).map((line): [string, string] => {
        const [name = '', value = ''] = line.split(/: (.*)/, 2)
        return [name, value]
      }),
    ),
    body: lines
      .slice(
        0,
        lines.findIndex((line) => line.startsWith('--> ')),
      )
      .join('\n'),
    meaning,
  }
}

function outcomeWords({ kind, ...facts }: CallOutcome): string {
  const told = Object.entries(facts).map(([name, value]) =>
    name === 'until' ? `until ${new Date(value).toISOString()}` : `${name} ${value}`,
  )
  return [kind, ...told].join(', ')
}

function readingWords({ dimension, per, ...facts }: LimitReading): string {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return `${dimension} a ${per}: ${told.join(', ')}`
}
