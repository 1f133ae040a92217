import { expect, test } from 'vitest'
import { UsageError } from '../../model/usage-error.ts'
import { expectSame } from './scene.ts'

test('what came out differently is said, and the exit code is 1', () => {
  expectSame('calls repeated', { wanted: 0, got: 0 })
  expectSame('outcomes', { wanted: { 1: 'done' }, got: { 1: 'done' } })
  let thrown: unknown
  try {
    expectSame('calls repeated', { wanted: 0, got: 1 })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(UsageError)
  expect(thrown).toMatchObject({
    message: 'Unexpected result of the demo: calls repeated: expected 0, got 1.',
    exitCode: 1,
  })
})
