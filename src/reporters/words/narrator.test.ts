import { expect, test } from 'vitest'
import { eventsOf, of } from '../../../test/rig/events.ts'
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { failureWords } from './failure-words.ts'
import { Narrator } from './narrator.ts'

test('an answer that names no model is warned of once in a run', () => {
  const narrator = new Narrator('logs')
  const lines = ['1', '2'].flatMap((item) => narrator.narrate(unnamed(item, null)).map(textOf))
  expect(lines.filter((text) => text.startsWith('Warning:'))).toEqual([
    expect.stringContaining('an answer with house-1 names no model'),
  ])
  expect(lines.join()).toContain('cannot be confirmed and the cost is unknown')
  expect(lines[0]).toContain('lld.draft: an unnamed model with house-1')
})

test('what an unnamed model costs is not called unknown where it was computed', () => {
  const lines = new Narrator('logs').narrate(unnamed('1', 0.02)).map(textOf)
  expect(lines.join()).toContain('so the requested model cannot be confirmed. ')
})

test('a setting that a model does not take is warned of once in a run', () => {
  const narrator = new Narrator('logs')
  const unsupported = ['temperature: not supported by this model']
  const ended = (item: string): Event =>
    ({ ...unnamed(item, 0.02), model: 'gpt-5', unsupported }) as Event
  const lines = ['1', '2'].flatMap((item) => narrator.narrate(ended(item)).map(textOf))
  expect(lines.filter((text) => text.startsWith('Warning:'))).toEqual([
    'Warning: model gpt-5 does not take a setting of its role as it is: temperature: not supported by this model',
  ])
})

test('a refused form of answers is reported once in a run', () => {
  const narrator = new Narrator('logs')
  const refused = (item: string, model: string): Event =>
    ({
      ...{ type: 'form-refused', item: item as ItemId, ask: 1, task: 'lld.review', model },
      ...{ way: 'schema', next: 'json', message: 'HTTP 400: no.', v: 1, seq: 1, at: 0, run: 'r-1' },
    }) as Event
  const lines = [refused('1', 'house:m'), refused('2', 'house:m'), refused('1', 'google:m')]
  expect(lines.flatMap((event) => narrator.narrate(event).map(textOf))).toEqual([
    "house:m refuses answers by JSON schema (HTTP 400: no); asking in JSON mode. Skip the try with providers.house.structured: 'json'.",
    'google:m refuses answers by JSON schema (HTTP 400: no); asking in JSON mode.',
  ])
})

test.each(['SIGINT', 'SIGTERM', 'run-timeout'])('after %s no lane is said to resume', (cause) => {
  const lane = { provider: 'google', model: 'm' }
  const rested = { type: 'pool-rested', ...lane, until: 60_000, why: 'rate' }
  const narrated = (...events: object[]) => {
    const narrator = new Narrator('logs')
    const all = events.map((event) => ({ v: 1, seq: 1, at: 0, run: 'r-1', ...event }) as Event)
    return all.flatMap((event) => narrator.narrate(event).map(textOf))
  }
  const resumed = { type: 'pool-resumed', ...lane }
  const stopping = { type: 'run-stopping', cause, force: false }
  expect(narrated(rested, resumed)).toContain('google:m resumes.')
  expect(narrated(rested, stopping, resumed)).not.toContain('google:m resumes.')
  expect(narrated(stopping, rested, resumed)).not.toContain('google:m resumes.')
})

test('an answer that was too large to be kept is not looked for in the conversation', () => {
  const failure = {
    reason: 'answer-unreadable',
    model: 'a:b',
    credential: 'k',
    message: 'no',
  } as const
  expect(failureWords(failure, 'LLD-1').remedy).toContain('conversation.md')
  const { remedy } = failureWords({ ...failure, isTooLarge: true }, 'LLD-1')
  expect(remedy).toContain('limits.outputTokens')
  expect(remedy).not.toContain('conversation.md')
})

test.each([
  ['waits', [], '2 items wait'],
  ['was granted a lease', [of('1', { type: 'lease-granted', call: 1, lease: 1 })], '1 item waits'],
  ['was refused a lease', [of('1', { type: 'lease-refused', call: 1 })], '1 item waits'],
  ['lost its worker', [of('1', { type: 'worker-exited', signal: 'SIGKILL' })], '1 item waits'],
])('of two items that wait, one %s', (_, facts, words) => {
  const narrator = new Narrator('logs')
  const queue = (item: string) =>
    of(item, { type: 'lease-queued', call: 1, why: 'busy', until: null, provider: 'p', model: 'm' })
  const busy = { type: 'pool-exhausted', provider: 'p', model: 'm' } as const
  const lines = eventsOf([queue('1'), queue('2'), ...facts, busy]).flatMap((event) =>
    narrator.narrate(event),
  )
  expect(lines.at(-1)?.text).toContain(`Every credential for p:m is in use; ${words}.`)
})

test('a line for each saved step, or one for all of them where the workflow reports its phases itself', () => {
  const reused = (step: string) => of('1', { type: 'step-reused', step })
  const start = of('1', { type: 'step-started', step: 'c', span: 'c' })
  const saved = of('1', { type: 'step-saved', step: 'c', span: 'c', durationMs: 5 })
  const shown = (narrator: Narrator) =>
    eventsOf([reused('a'), reused('b'), start, saved])
      .flatMap((event) => narrator.narrate(event))
      .filter(({ level }) => level !== 'trace')
      .map(textOf)
  expect(shown(new Narrator('logs'))).toEqual(['a: ✓ cached', 'b: ✓ cached', 'c: saved (5ms)'])
  expect(shown(new Narrator('logs', { phases: 'lines' }))).toEqual(['resumes: 2 steps ✓ cached'])
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
