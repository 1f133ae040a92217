import { expect, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import type { Event } from '../../src/model/event.ts'
import { poolProject } from '../rig/pool-project.ts'

const ONE_AT_A_TIME = { concurrency: 1 }

test('a key that turns invalid is asked twice, the others finish, and the summary names it', async () => {
  let byKey2 = 0
  const { provider, project, run } = await poolProject({
    keys: [ONE_AT_A_TIME, ONE_AT_A_TIME],
    latencyMs: 150,
    answer: (call, context) => {
      const isInvalid = call.key.endsWith('2') && ++byKey2 > 2
      return isInvalid ? { error: 'invalid-key' } : defaultAnswer(call, context)
    },
  })
  const { code, stdout } = await run({ items: 2, steps: 7 }, '--parallel', '2')
  expect(code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 14, errors: { 'invalid-key': 2 } })
  expect(stdout).toContain('Credential key-2 is not accepted; it is not used any more.')
  expect(stdout).toContain('Credential key-2: not accepted any more, after 4 calls')
  const folder = project.latestRun()
  expect(project.read(`${folder}/summary.md`)).toMatch(
    /\| key-2 \| 4 \| 2 \| 0 \| not accepted any more/,
  )
  expect(JSON.parse(project.read(`${folder}/summary.json`)).credentials).toMatchObject([
    { id: 'key-1', calls: 12, answered: 12, rejected: false },
    { id: 'key-2', calls: 4, answered: 2, notAccepted: 2, rejected: true },
  ])
})

test('while the provider is down one call at a time finds out, and no item fails', async () => {
  const { provider, project, run } = await poolProject({
    keys: [{}, {}],
    scenario: { rules: [{ when: { untilMs: 1_500 }, answer: { error: 'overloaded' } }] },
  })
  const { code, stdout } = await run({ items: 3, calls: 3 }, '--parallel', '3')
  expect(code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 9, repeated: 0 })
  expect(stdout).toContain('Overloaded: there:claude-x is in trouble; one call at a time')
  expect(stdout).toContain('there:claude-x answers again.')
  expect(mostProbesAtOnce(project.events())).toBe(1)
})

/** Leases that were given while the circuit was open, at once. */
function mostProbesAtOnce(events: readonly Event[]): number {
  const open = new Set<number>()
  let isDown = false
  let most = 0
  for (const event of events) {
    if (event.type === 'circuit-opened') isDown = true
    if (event.type === 'circuit-closed') isDown = false
    if (event.type === 'lease-granted' && isDown) open.add(event.lease)
    if (event.type === 'lease-returned') open.delete(event.lease)
    most = Math.max(most, open.size)
  }
  return most
}
