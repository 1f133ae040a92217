import { expect, onTestFinished, test } from 'vitest'
import { sealedBy } from '../../test/rig/sealing.ts'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../model/ids.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import { Secret } from '../model/secrets/secret.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import { openItemStore, storeIn } from '../store/open-store.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { Interruption } from './interruption.ts'
import { createJournal, type Journal } from './resume-steps.ts'

test('a saved step is read back and not run again; an unfinished one is', async () => {
  const open = newItem()
  const ran: string[] = []
  const work = async ({ step }: Journal, fails: boolean) => {
    const draft = await step('draft', () => {
      ran.push('draft')
      return { text: 'x' }
    })
    await step('review', () => {
      ran.push('review')
      if (fails) throw new Error('no')
    })
    return draft
  }
  await expect(work((await open()).journal, true)).rejects.toThrow('no')
  const resumed = await open()
  expect(await work(resumed.journal, false)).toEqual({ text: 'x' })
  expect(ran).toEqual(['draft', 'review', 'review'])
  expect(resumed.told.map(({ type }) => type)).toEqual([
    'step-reused',
    'step-started',
    'step-saved',
  ])
})

test('a name used again is numbered by order, so loops are loops', async () => {
  const open = newItem()
  const loop = async ({ step }: Journal, rounds: number) => {
    const results: number[] = []
    for (let round = 1; round <= rounds; round++) results.push(await step('revise', () => round))
    return results
  }
  await loop((await open()).journal, 2)
  const { journal, told } = await open()
  expect(await loop(journal, 3)).toEqual([1, 2, 3])
  expect(told).toMatchObject([
    { type: 'step-reused', step: 'revise' },
    { type: 'step-reused', step: 'revise#2' },
    { type: 'step-started', step: 'revise#3' },
    { type: 'step-saved', step: 'revise#3' },
  ])
})

test('a try that failed does not use the name up: what a later try saved is found again', async () => {
  const open = newItem()
  const paid: number[] = []
  const payWithRetry = async ({ step }: Journal, fails: number) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await step('pay', () => {
          if (attempt <= fails) throw new Error('declined')
          paid.push(attempt)
          return attempt
        })
      } catch (error) {
        if (attempt > 5) throw error
      }
    }
  }
  expect(await payWithRetry((await open()).journal, 2)).toBe(3)
  expect(await payWithRetry((await open()).journal, 0)).toBe(3)
  expect(paid).toEqual([3])
})

test('steps inside a step are numbered within it, so skipping the outer one shifts nothing', async () => {
  const open = newItem()
  const work = async ({ step }: Journal) => {
    await step('outer', () => step('inner', () => 'inside'))
    return step('inner', () => 'outside')
  }
  await work((await open()).journal)
  const { journal, told } = await open()
  expect(await work(journal)).toBe('outside')
  expect(told).toMatchObject([{ step: 'outer' }, { step: 'inner' }])
})

test('different steps may run at once, the same one may not', async () => {
  const { step } = (await newItem()()).journal
  const both = await Promise.all([step('a', async () => 1), step('b', async () => 2)])
  expect(both).toEqual([1, 2])
  const twice = Promise.all([step('c', async () => 1), step('c', async () => 2)])
  await expect(twice).rejects.toThrow('Step "c" was started again before it had ended')
})

test('the first run sees what a resumed one would: results as JSON has them', async () => {
  const open = newItem()
  const work = ({ step }: Journal) => step('a', () => ({ kept: 1, dropped: undefined }))
  const first = await work((await open()).journal)
  expect(Object.keys(first)).toEqual(['kept'])
  expect(await work((await open()).journal)).toEqual(first)
})

test.each([
  ['a Date', { when: new Date(0) }, /its result\.when is a Date/],
  ['a Map', new Map(), /its result is a Map/],
  ['a function', [() => 1], /its result\.0 is a function/],
  ['NaN', { a: { b: Number.NaN } }, /its result\.a\.b is NaN/],
  ['a hole', [undefined], /its result\.0 is a undefined/],
  ['a bigint', 1n, /its result is a bigint/],
])('a result with %s is refused, saying where', async (_, value, message) => {
  const { step } = (await newItem()()).journal
  await expect(step('a', () => value)).rejects.toThrow(message)
})

test('a result that contains itself is refused; one used twice is not', async () => {
  const { step } = (await newItem()()).journal
  const loop: { self?: unknown } = {}
  loop.self = loop
  await expect(step('loop', () => loop)).rejects.toThrow('its result.self refers back to itself')
  const shared = { a: 1 }
  expect(await step('twice', () => [shared, shared])).toEqual([shared, shared])
})

test.each(['', 'a/b', 'a#2', 'a\nb', 'x'.repeat(81)])('%j is no name for a step', async (name) => {
  await expect((await newItem()()).journal.step(name, () => 1)).rejects.toThrow("A step's name is")
})

test('a step that was cancelled is not saved, even if it returned something', async () => {
  const stopping = new AbortController()
  const open = newItem(stopping.signal)
  const { journal, interruption } = await open()
  const cancelled = journal.step('a', () => {
    stopping.abort()
    return 'a part'
  })
  await expect(cancelled).rejects.toThrow('The run is being stopped')
  expect(interruption.hasHappened).toBe(true)
})

test('once the run is stopping no step begins', async () => {
  const stopping = new AbortController()
  const { step } = (await newItem(stopping.signal)()).journal
  stopping.abort()
  await expect(step('a', () => 1)).rejects.toThrow('The run is being stopped')
})

test('a step may be called like an answer that is saved: kinds keep them apart', async () => {
  const open = newItem()
  const work = async ({ step, record }: Journal) => {
    const answer = await record({ kind: 'ask', name: 'draft' }, async (key) => `answer ${key}`)
    const steps = [await step('draft', () => 'step'), await step('ask draft', () => 'named so')]
    return [answer, ...steps]
  }
  const first = await work((await open()).journal)
  expect(first).toEqual([
    { key: 'draft', value: 'answer draft', isReused: false },
    'step',
    'named so',
  ])
  const { journal, told } = await open()
  expect((await work(journal)).slice(1)).toEqual(['step', 'named so'])
  expect(told.map(({ type }) => type)).toEqual(['step-reused', 'step-reused'])
})

test('no secret is saved, and a first run sees what a resumed one will', async () => {
  const worker = newItem()
  const run = async () =>
    (await worker()).journal.step('a', () => ({ said: 'It is sk-0123456789.' }))
  const first = await run()
  expect(first).toEqual({ said: 'It is [secret key-1].' })
  expect(await run()).toEqual(first)
})

const redactor = redactorOf([new Secret('key-1', 'sk-0123456789')])

/** One item over any number of workers: each call of the result is a new worker's view. */
function newItem(signal = new AbortController().signal) {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  state.create()
  const of = { workflow: workflowName('w'), item: itemId('1'), mock: false }
  const store = openItemStore(storeIn({ state, shared: state }), of)
  return async () => {
    const identity = { inputHash: 'a', workflowVersion: 1, mock: false }
    const { checkpoint } = await store.openCheckpoint(identity, sealedBy())
    onTestFinished(() => checkpoint.close())
    const told: ToCoordinator[] = []
    const send = (message: ToCoordinator) => void told.push(message)
    const interruption = new Interruption(signal)
    const journal = createJournal({
      checkpoint,
      interruption,
      send,
      newSpan: () => '5ba0',
      redactor,
    })
    return { journal, told, interruption }
  }
}
