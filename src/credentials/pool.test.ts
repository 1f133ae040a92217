import { expect, test } from 'vitest'
import type { CallOutcome, Credential } from '../model/lease.ts'
import { Secret } from '../model/secret.ts'
import { CredentialPool } from './pool.ts'

const request = {
  provider: 'google',
  model: 'gemini',
  inputTokens: 1,
  outputTokens: 1,
  cost: null,
}

test('calls are spread over the provider’s credentials', () => {
  const pool = new CredentialPool([key('a'), key('b'), key('c', 'openai')])
  expect([granted(pool), granted(pool), granted(pool)]).toEqual(['a', 'b', 'a'])
})

test('a rate-limited credential rests for as long as it was told; others go on', () => {
  const pool = new CredentialPool([key('a'), key('b')])
  settle(pool, 0, { kind: 'rate', waitMs: 500 })
  expect([granted(pool, 1), granted(pool, 1)]).toEqual(['b', 'b'])
  expect(granted(pool, 500)).toBe('a')
})

test('when all rest, the answer is until when', () => {
  const pool = new CredentialPool([key('a'), key('b')])
  settle(pool, 0, { kind: 'rate', waitMs: 900 })
  settle(pool, 0, { kind: 'rate', waitMs: 400 })
  expect(pool.acquire(request, 10)).toEqual({ type: 'queued', until: 400 })
})

test('a rejected credential is never given again; without any left the answer says so', () => {
  const pool = new CredentialPool([key('a')])
  settle(pool, 0, { kind: 'invalid' })
  expect(pool.acquire(request, 1e9)).toEqual({ type: 'refused', why: 'all-invalid' })
  expect(pool.acquire({ ...request, provider: 'x' }, 0)).toEqual({
    type: 'refused',
    why: 'no-credential',
  })
})

test('a lease settles once; what is said later changes nothing', () => {
  const pool = new CredentialPool([key('a')])
  const answer = pool.acquire(request, 0)
  if (answer.type !== 'granted') throw new Error('Not granted')
  pool.release(answer.lease)
  pool.settle(answer.lease, { outcome: { kind: 'invalid' }, readings: [] }, 0)
  expect(granted(pool)).toBe('a')
})

function key(id: string, provider = 'google'): Credential {
  const secret = new Secret(id, `value-of-${id}`)
  return { id, provider, protocol: 'google', scope: id, secret }
}

function granted(pool: CredentialPool, now = 0): string {
  const answer = pool.acquire(request, now)
  return answer.type === 'granted' ? answer.credential.id : answer.type
}

function settle(pool: CredentialPool, now: number, outcome: CallOutcome): void {
  const answer = pool.acquire(request, now)
  if (answer.type === 'granted') pool.settle(answer.lease, { outcome, readings: [] }, now)
}
