import { expect, test } from 'vitest'
import { eventsOf, of } from '../../../test/rig/events.ts'
import type { Fact } from '../../model/event.ts'
import { itemId } from '../../model/ids.ts'
import { CommandOutput } from './command-output.ts'

const ITEM = itemId('1')
const step = (name: string) => of('1', { type: 'step-started', step: name, span: name })
const command = (pid: number) => of('1', { type: 'command-started', command: 'c', pid, step: 's' })
const exit = (pid: number, exitCode: number, step = 's') =>
  of('1', { type: 'command-ended', pid, exitCode, signal: null, step })
const FAILURE = { reason: 'threw', message: 'no' } as const
const stepFailed = of('1', { type: 'step-failed', step: 's', span: 's', failure: FAILURE })
const failed = of('1', { type: 'item-ended', outcome: 'failed', failure: FAILURE })

/** What is shown of these facts and lines. */
function shownOf(parts: readonly (Fact | string)[]): string {
  const output = new CommandOutput()
  const events = eventsOf(parts.filter((part) => typeof part !== 'string'))
  return parts
    .map((part) => {
      if (typeof part === 'string') return output.take(ITEM, part)
      const event = events.shift()
      return event === undefined ? '' : output.onEvent(event)
    })
    .join('')
}

test('an item’s own lines are shown, those of its commands are not', () => {
  const parts = ['a\n', step('s'), command(7), 'b\n', exit(7, 0), 'c\n', command(8), command(9)]
  expect(shownOf([...parts, 'd\n', exit(8, 1), 'e\n', exit(9, 0), 'f\n'])).toBe('a\nc\nf\n')
})

test('of the command that made its item fail, the lines that matter', () => {
  const noise = [
    ...['✔ adds an item (0.7ms)', '', '✖ T010: listed (2.0ms)', '  AssertionError: no'],
    ...['      at TestContext.<anonymous> (file:///x/a.test.js:7:10)', 'ℹ tests 4', 'ℹ fail 1'],
  ]
  const parts = [step('s'), command(7), `${noise.join('\n')}\n`, exit(7, 1), stepFailed, failed]
  expect(shownOf(parts)).toBe('✖ T010: listed (2.0ms)\n  AssertionError: no\n')
})

test('of very much, the last fifteen lines', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`)
  const shown = shownOf([step('s'), command(7), ...lines, exit(7, 1), stepFailed, failed])
  expect(shown.split('\n')).toHaveLength(16)
  expect(shown).toMatch(/^line 19986\n[\s\S]*line 20000\n$/)
})

test.each<[string, readonly (Fact | string)[]]>([
  ['a test that was to fail', [exit(7, 1), of('1', { type: 'item-ended', outcome: 'done' })]],
  ['a failure of another step', [exit(7, 1), step('t'), stepFailed, failed]],
  ['a failure after a command that succeeded', [exit(7, 0), stepFailed, failed]],
  ['a verdict', [exit(7, 1), of('1', { type: 'item-ended', outcome: 'needs-revision' })]],
])('nothing of %s', (_, parts) => {
  expect(shownOf([step('s'), command(7), 'out\n', ...parts])).toBe('')
})

test('a command of no step that fails is shown', () => {
  const failure = { reason: 'command-failed', command: 'c', exitCode: 1, signal: null } as const
  const end = of('1', { type: 'item-ended', outcome: 'failed', failure })
  expect(shownOf([command(7), 'out\n', exit(7, 1), end])).toBe('out\n')
})
