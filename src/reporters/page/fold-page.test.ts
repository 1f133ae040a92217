import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import type { Fact } from '../../model/event.ts'
import { RunView } from '../view/run-view.ts'
import { summaryOf } from '../view/summary.ts'
import { foldPage } from './fold-page.ts'
import { LEASES } from './page-data.ts'

/** A second passes between one fact and the next. */
function folded(...facts: readonly Fact[]) {
  const key = { id: 'k-1', provider: 'p', protocol: 'anthropic', scope: 'k-1' } as const
  return foldedFrom({ ...runStarted(1), credentials: [key] }, ...facts)
}

function foldedFrom(...facts: readonly Fact[]) {
  const events = eventsOf(facts)
  const view = new RunView()
  for (const event of events) view.add(event)
  const summary = summaryOf(view, { state: 'running', until: view.lastAt })
  return foldPage(events, summary, () => [])
}

const STARTED = of('1', { type: 'item-started', attempt: 1, worker: 11 })
const DIED = of('1', { type: 'worker-exited', worker: 11, exitCode: null, signal: 'SIGKILL' })
const AGAIN = of('1', { type: 'item-started', attempt: 2, worker: 12 })
const begins = (step: string) => of('1', { type: 'step-started', step, span: step })
const saves = (step: string) => of('1', { type: 'step-saved', step, span: step, durationMs: 1 })
const granted = (lease: number, credential = 'k-1') =>
  of('1', { type: 'lease-granted', call: lease, lease, credential, model: 'm' })
const returned = (lease: number, kind = 'ok') =>
  of('1', { type: 'lease-returned', lease, outcome: { kind } })
const asks = (task: string) =>
  of('1', { type: 'call-started', step: 's', task, role: 'drafter', model: 'm' })

test('a lane shows the step that began last, and the outer one again when it is over', () => {
  const { data } = folded(
    ...[queued('1'), STARTED, begins('a'), begins('a/b'), saves('a/b'), saves('a'), saves('a')],
  )
  expect(data.steps).toEqual(['a', 'a/b'])
  // Which, how long after the one before, how long.
  expect(data.items.spans[0]).toEqual([0, 3_000, 1_000, 1, 0, 1_000, 0, 0, 1_000])
})

test('repetitions of a step have its colour', () => {
  const steps = ['check', 'check#2'].flatMap((step) => [begins(step), saves(step)])
  expect(folded(queued('1'), STARTED, ...steps).data.steps).toEqual(['check'])
})

test('a death and the next worker are marked, and end what was under way', () => {
  const { data } = folded(queued('1'), STARTED, begins('a'), granted(1), DIED, AGAIN, begins('a'))
  expect(data.items.marks[0]).toEqual([
    ['killed', 5_000, 'its worker died: SIGKILL'],
    ['resumed', 6_000, 'resumed in worker 2'],
  ])
  expect(data.items.workers[0]).toEqual([0, 2_000, 3_000, 0, 1_000, 1_000])
  const [key] = data.credentials
  expect(key?.leases).toEqual([[4_000, 1_000, 0, LEASES.indexOf('lost with its worker'), 0]])
})

test('it waits while no other call of it is being answered', () => {
  const waits = (call: number) =>
    of('1', { type: 'lease-queued', call, provider: 'p', model: 'm', why: 'busy', until: null })
  const { data } = folded(queued('1'), STARTED, granted(1), waits(2), returned(1), granted(2))
  expect(data.items.waits[0]).toEqual([1, 5_000, 1_000])
})

test('a call is paid twice if it was on its way when its worker died, and is asked again', () => {
  const twice = (...facts: readonly Fact[]) => folded(queued('1'), STARTED, ...facts).paidTwice
  expect(twice(asks('t'), granted(1), DIED, AGAIN, asks('t'))).toBe(1)
  expect(twice(asks('t'), DIED, AGAIN, asks('t')), 'it had no lease').toBe(0)
  expect(twice(asks('t'), granted(1), DIED, AGAIN, asks('u')), 'not asked again').toBe(0)
  expect(twice(asks('t'), granted(1), returned(1), DIED, AGAIN, asks('t'))).toBe(0)
  expect(twice(asks('t'), asks('u'), granted(1), DIED, AGAIN, asks('t'), asks('u'))).toBe(1)
})

test('calls at the same time have rows of their own, and a refusal is told', () => {
  const { data } = folded(queued('1'), STARTED, granted(1), granted(2), returned(1, 'rate'))
  const [key] = data.credentials
  expect(key).toMatchObject({ id: 'k-1', rows: 2 })
  expect(key?.leases).toEqual([
    [3_000, 2_000, 0, 1, 0],
    [4_000, 1_000, 0, 3, 1],
  ])
})

test('a rest counts for all keys of its scope, and no longer than the run', () => {
  const key = (id: string) => ({ id, provider: 'p', protocol: 'anthropic', scope: 'both' })
  const started = { ...runStarted(1), credentials: [key('k-1'), key('k-2')] } as Fact
  const { data } = foldedFrom(started, queued('1'), STARTED, {
    ...{ type: 'credential-rested', credential: 'k-1', provider: 'p', scope: 'both', model: 'm' },
    ...{ why: 'rate', until: Number.MAX_SAFE_INTEGER, hinted: true },
  })
  expect(data.credentials.map(({ id, rests }) => ({ id, rests }))).toEqual([
    { id: 'k-1', rests: [[3_000, 3_000, 'rate-limited']] },
    { id: 'k-2', rests: [[3_000, 3_000, 'rate-limited']] },
  ])
})

test('a scope is one of its provider: another one may have a scope of the same name', () => {
  const key = (id: string, provider: string, requestsPerMinute: number) => ({
    ...{ id, provider, protocol: 'google', scope: 'main', limits: { requestsPerMinute } },
  })
  const credentials = [key('k-1', 'p', 10), key('k-2', 'q', 50)]
  const { data } = foldedFrom(
    ...[{ ...runStarted(1), credentials } as Fact, queued('1'), STARTED],
    ...[granted(1), granted(2), granted(3, 'k-2')],
    {
      ...{ type: 'credential-rested', credential: 'k-1', provider: 'p', scope: 'main', model: 'm' },
      ...{ why: 'rate', until: Number.MAX_SAFE_INTEGER, hinted: true },
    },
  )
  expect(data.credentials).toMatchObject([
    { id: 'k-1', usage: { peak: 2, limit: 10 }, rests: [[6_000, 6_000, 'rate-limited']] },
    { id: 'k-2', usage: { peak: 1, limit: 50 }, rests: [] },
  ])
})

test('keys of one scope may be used beside one another, and its lowest limits count', () => {
  const usageOf = (...about: readonly Record<string, unknown>[]) => {
    const credentials = about.map((one, index) => ({
      ...{ id: `k-${index + 1}`, provider: 'p', protocol: 'google', scope: 'both' },
      ...one,
    }))
    const started = { ...runStarted(1), credentials } as unknown as Fact
    const facts = [queued('1'), STARTED, granted(1, 'k-1'), granted(2, 'k-2'), returned(1)]
    return foldedFrom(started, ...facts).data.credentials[0]?.usage
  }
  expect(usageOf({ concurrency: 1 }, { concurrency: 3 })).toMatchObject({ peak: 2, limit: 4 })
  expect(usageOf({ concurrency: 1 }, {}), 'nobody says of one').toMatchObject({ limit: null })
  const perMinute = (requestsPerMinute: number) => ({ limits: { requestsPerMinute } })
  expect(usageOf(perMinute(9), perMinute(5))).toMatchObject({ peak: 2, limit: 5 })
  expect(usageOf({}, perMinute(5)), 'told of one').toMatchObject({ peak: 2, limit: 5 })
})

test('a lease of a credential that the run does not know is passed over', () => {
  const { data } = folded(queued('1'), STARTED, granted(1, 'k-9'), returned(1), granted(2))
  expect(data.credentials.map(({ id }) => id)).toEqual(['k-1'])
})

test('an event of later than the end leaves out itself, and not what follows it', () => {
  const events = eventsOf([runStarted(1), queued('1'), STARTED, begins('a'), saves('a')])
  const view = new RunView()
  for (const event of events) view.add(event)
  const summary = summaryOf(view, { state: 'over', until: view.lastAt })
  const late = events.map((event, index) =>
    index === 1 ? { ...event, at: event.at + 9e6 } : event,
  )
  expect(foldPage(late, summary, () => []).data.items.spans[0]).toEqual([0, 3_000, 1_000])
})

test('a call that nobody has heard of again counts as made', () => {
  const limits = { requestsPerMinute: 10 }
  const key = { id: 'k-1', provider: 'p', protocol: 'google', scope: 'k-1', limits }
  const started = { ...runStarted(1), credentials: [key] } as unknown as Fact
  const peakOf = (...facts: readonly Fact[]) =>
    foldedFrom(started, queued('1'), STARTED, granted(1), ...facts).data.credentials[0]?.usage.peak
  expect(peakOf(DIED)).toBe(1)
  expect(peakOf(returned(1))).toBe(1)
  expect(peakOf(returned(1, 'rate')), 'refused').toBe(0)
})
