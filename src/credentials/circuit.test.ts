import { expect, test } from 'vitest'
import { Circuit, type Fault } from './circuit.ts'

const FAULT = { code: 'HTTP 529', address: null }
const AT_ONCE = { now: 0, jitter: () => 0.5 }

const about = (credential: string, now = 0) => {
  return { credential, credentials: 2, fault: FAULT, now, jitter: () => 0.5 }
}

test('opens when four of a few calls with two credentials fail, or four in a row', () => {
  const mixed = new Circuit()
  mixed.answered(0, 'a')
  const opened = ['a', 'a', 'a', 'b'].map((key, lease) => mixed.failed(lease + 1, about(key)))
  expect(opened).toEqual([false, false, false, true])
  const circuit = new Circuit()
  for (let lease = 0; lease < 4; lease++) circuit.failed(lease, about('a'))
  expect(circuit.allows(50)).toBe('none')
  expect(circuit.allows(250)).toBe('probe')
})

test('stays closed when one of several credentials fails; opens if it is the only one', () => {
  const circuit = new Circuit()
  for (let lease = 0; lease < 20; lease++) {
    if (lease % 3 === 0) circuit.answered(lease, 'b')
    else circuit.failed(lease, about('a'))
  }
  expect(circuit.isOpen).toBe(false)
  const alone = new Circuit()
  for (let lease = 0; lease < 4; lease++) alone.failed(lease, { ...about('a'), credentials: 1 })
  expect(alone.isOpen).toBe(true)
})

test('stays closed while most calls are answered', () => {
  const circuit = new Circuit()
  for (let lease = 0; lease < 40; lease++) {
    if (lease % 2 === 0) circuit.failed(lease, about(lease % 4 === 0 ? 'a' : 'b'))
    else circuit.answered(lease, 'a')
  }
  expect(circuit.isOpen).toBe(false)
})

test('only its probe closes it: a call from before says nothing about now', () => {
  const circuit = new Circuit()
  circuit.trip(FAULT, AT_ONCE)
  circuit.startProbe(7, 0)
  expect(circuit.answered(3, 'a')).toBe(false)
  expect(circuit.isOpen).toBe(true)
  expect(circuit.answered(7, 'a')).toBe(true)
  expect(circuit.allows(0)).toBe('all')
})

test('one probe at a time; one that fails makes it wait again, one that is lost does not', () => {
  const circuit = new Circuit()
  circuit.trip(FAULT, AT_ONCE)
  circuit.startProbe(7, 0)
  expect(circuit.allows(1e9)).toBe('none')
  circuit.dropProbe(7)
  expect(circuit.allows(250)).toBe('probe')
  circuit.startProbe(8, 980)
  circuit.failed(8, about('a', 1_000))
  expect(circuit.until).toBe(1_075)
})

test('a long outage is asked less often, up to every 15 seconds', () => {
  const circuit = new Circuit()
  circuit.trip(FAULT, AT_ONCE)
  const pauses = [1_000, 5_000, 59_000, 100_000, 1_000_000].map((now) => {
    circuit.startProbe(now, now)
    circuit.failed(now, about('a', now))
    return circuit.until - now
  })
  expect(pauses).toEqual([75, 125, 700, 5_000, 15_000])
})

function withProbeSince(at: number, fault: Fault = FAULT): Circuit {
  const circuit = new Circuit()
  circuit.trip(fault, AT_ONCE)
  circuit.startProbe(1, 200)
  circuit.failed(1, { ...about('a', 230), fault })
  circuit.startProbe(2, at)
  return circuit
}

test('while a probe lives much longer than refusals took, others may go, but it stays open', () => {
  const circuit = new Circuit()
  circuit.trip(FAULT, AT_ONCE)
  circuit.startProbe(1, 200)
  expect(circuit.until).toBe(Number.POSITIVE_INFINITY) // no refusal to compare it with
  const compared = withProbeSince(400)
  expect([519, 520].map((now) => compared.allows(now))).toEqual(['none', 'all'])
  expect(compared.isOpen).toBe(true)
})

test('the long life of a probe says nothing where connections fail', () => {
  const circuit = withProbeSince(400, { code: 'ECONNREFUSED', address: 'x:1' })
  expect(circuit.until).toBe(Number.POSITIVE_INFINITY)
  expect(circuit.allows(1e9)).toBe('none')
})

test('a long-lived probe that fails holds all back again, and the next must live longer', () => {
  const circuit = withProbeSince(400)
  expect(circuit.failed(2, about('a', 1_400))).toBe(false) // it was open all the time
  expect(circuit.allows(1_400)).toBe('none')
  expect(circuit.outageMs(1_400)).toBe(1_400)
  circuit.startProbe(4, 2_000)
  expect(circuit.until).toBe(2_000 + 4 * 1_000)
})

test('of those that went beside a long-lived probe, one that fails holds all back, one that is answered closes it', () => {
  const failing = withProbeSince(400)
  failing.failed(3, about('a', 600))
  expect(failing.allows(600)).toBe('none')
  const answering = withProbeSince(400)
  expect(answering.answered(3, 'a')).toBe(true)
  expect(answering.failed(2, about('a', 300_000))).toBe(false)
  expect(answering.allows(300_000)).toBe('all')
})

test('an outage is as old as its first failure, and fails as the last one did', () => {
  const circuit = new Circuit()
  circuit.failed(1, about('a', 100))
  circuit.failed(2, { ...about('a', 200), fault: { code: 'ECONNREFUSED', address: 'x:1' } })
  expect(circuit.outage).toEqual({ code: 'ECONNREFUSED', address: 'x:1', since: 100 })
  circuit.answered(3, 'a')
  expect(circuit.outage).toBeUndefined()
})
