import { expect, test } from 'vitest'
import { Inbox } from './inbox.ts'

function unexpected(error: unknown): never {
  throw error
}

test('what comes while an action is performed waits for its end, and is taken in order', async () => {
  const inbox = new Inbox(unexpected)
  const taken: string[] = []
  const take = (what: string) => inbox.take(() => taken.push(what))
  take('before')
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  const performed = inbox.during(async () => {
    taken.push('begun')
    await stored
    taken.push('done')
  })
  take('message')
  take('exit')
  expect(taken).toEqual(['before', 'begun'])
  store()
  await performed
  take('after')
  expect(taken).toEqual(['before', 'begun', 'done', 'message', 'exit', 'after'])
})

test('what one of them brings about comes at once, also behind an action that failed', async () => {
  const inbox = new Inbox(unexpected)
  const taken: string[] = []
  const failed = inbox.during(async () => {
    inbox.take(() => {
      taken.push('stop')
      inbox.take(() => taken.push('run-stopping'))
    })
    inbox.take(() => taken.push('exit'))
    throw new Error('no store')
  })
  await expect(failed).rejects.toThrow('no store')
  expect(taken).toEqual(['stop', 'run-stopping', 'exit'])
})

test('one that throws is reported, and keeps none of the others back, whether they had to wait or not', async () => {
  const errors: unknown[] = []
  const inbox = new Inbox((error) => errors.push(error))
  const taken: string[] = []
  const take = (what: string) =>
    inbox.take(() => {
      if (what.startsWith('bad')) throw what
      taken.push(what)
    })
  await inbox.during(async () => {
    for (const what of ['message', 'bad message', 'exit']) take(what)
  })
  take('bad alarm')
  expect(taken).toEqual(['message', 'exit'])
  expect(errors).toEqual(['bad message', 'bad alarm'])
})
