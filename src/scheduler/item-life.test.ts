import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsOf, of } from '../../test/rig/events.ts'
import type { Fact } from '../model/event.ts'
import { advance, cutOff, type Ended, newLife, postpone } from './item-life.ts'

const STARTED = of('1', { type: 'item-started', attempt: 1, worker: 7 })
const DIED = of('1', { type: 'worker-exited', worker: 7, exitCode: null, signal: 'SIGKILL' })
const begins = (span: string) => of('1', { type: 'step-started', step: 's', span })
const saves = (span: string) => of('1', { type: 'step-saved', step: 's', span, durationMs: 1 })
const queues = (call: number, why = 'busy') =>
  of('1', { type: 'lease-queued', call, why, provider: 'p', model: 'm', until: null })
const granted = (call: number) =>
  of('1', { type: 'lease-granted', call, lease: call, credential: 'k', model: 'm' })
const refused = (call: number) => of('1', { type: 'lease-refused', call })
const returned = (lease: number) =>
  of('1', { type: 'lease-returned', lease, outcome: { kind: 'ok' } })

test('steps of one name are told apart by their spans', () => {
  const { life, ended } = lived(STARTED, begins('a'), begins('b'), saves('a'))
  expect(life.steps.map(({ span }) => span)).toEqual(['b'])
  expect(ended).toMatchObject([{ kind: 'step', was: { span: 'a' }, how: 'saved' }])
})

test('a call waits until it is granted or refused; queued again, it waits since the same time', () => {
  const { life, ended } = lived(STARTED, queues(1), queues(2), queues(1, 'outage'), refused(2))
  expect(life.waits).toMatchObject([{ call: 1, why: 'outage' }])
  expect(life.waits[0]?.since).toBe(eventsOf([STARTED, queues(1)])[1]?.at)
  expect(ended).toMatchObject([{ kind: 'wait', was: { call: 2 }, how: 'lease-refused' }])
})

test('with its worker ends all that it was at', () => {
  const { life, ended } = lived(STARTED, begins('a'), queues(1), granted(2), DIED)
  expect(life).toEqual({ ...newLife(), failedIn: 's' })
  expect(ended.map(({ kind, how }) => [kind, how])).toEqual([
    ['lease', 'lost with its worker'],
    ['wait', undefined],
    ['step', undefined],
    ['attempt', 'SIGKILL'],
  ])
})

test('a sleep puts off the beginning of all that is open', () => {
  const { life } = lived(STARTED, begins('a'), queues(1), granted(2))
  const before = [life.attempt, ...life.steps, ...life.waits, ...life.leases].map(sinceOf)
  postpone(life, 500)
  const after = [life.attempt, ...life.steps, ...life.waits, ...life.leases].map(sinceOf)
  expect(after).toEqual(before.map((since) => (since ?? 0) + 500))
})

test('whatever begins ends once, in whatever order it is heard of', () => {
  const number = fc.integer({ min: 1, max: 3 })
  const fact = fc.oneof(
    fc.constantFrom(STARTED, DIED),
    number.map((span) => saves(String(span))),
    ...[queues, granted, refused, returned].map((make) => number.map((call) => make(call))),
  )
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 40 }), (facts) => {
      const numbered = facts.flatMap((one, index) => [begins(`${index}`), one])
      const { life, ended } = lived(...numbered)
      const all = [...ended, ...cutOff(life)].map(({ was }) => was)
      expect(new Set(all).size).toBe(all.length)
      const steps = all.filter((was) => 'span' in was)
      expect(steps.length).toBe(facts.length)
      expect(life).toEqual({ ...newLife(), failedIn: life.failedIn })
    }),
  )
})

function lived(...facts: readonly Fact[]) {
  const life = newLife()
  const ended: Ended[] = eventsOf(facts).flatMap((event) => [...advance(life, event)])
  return { life, ended }
}

function sinceOf(open: { readonly since: number } | undefined): number | undefined {
  return open?.since
}
