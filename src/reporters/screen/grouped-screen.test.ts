import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Event } from '../../model/event.ts'
import { GroupedScreen } from './grouped-screen.ts'
import { PlainScreen } from './plain-screen.ts'

function opened() {
  const stream = new PassThrough({ encoding: 'utf8', highWaterMark: 1e9 })
  const under = new PlainScreen(stream, { colour: false, disarm: true, onClosed: () => {} })
  const screen = new GroupedScreen(under, { colour: false, coordinator: 'agentos' })
  const end = (label: string, message?: string, outcome = 'failed') =>
    screen.onEvent(
      {
        type: 'item-ended',
        outcome: message === undefined ? 'done' : outcome,
        ...(message === undefined ? {} : { failure: { reason: 'threw', message } }),
      } as Event,
      label,
    )
  return { screen, end, written: () => stream.read() ?? '' }
}

test('an item’s lines come together when it has ended, folded; the coordinator speaks at once', () => {
  const { screen, end, written } = opened()
  screen.print('A', 'one\n')
  screen.print('agentos', 'hello\n')
  screen.print('B', 'other\n')
  screen.print('A', 'two\n')
  expect(written()).toBe('[agentos] hello\n')
  end('A')
  expect(written()).toBe('::group::A\n[A] one\n[A] two\n::endgroup::\n')
  screen.close()
  expect(written()).toBe('::group::B\n[B] other\n::endgroup::\n')
})

test('what failed is unfolded and named, ten of them; who waits at a gate is a warning', () => {
  const { screen, end, written } = opened()
  screen.print('A,1', 'oh\n')
  end('A,1', '50%:\nno')
  expect(written()).toBe('[A,1] oh\n::error title=A%2C1 failed::unexpected error: 50%25: no\n')
  end('B', 'which?', 'gated')
  expect(written()).toMatch(/^::warning title=B gated::/)
  for (let item = 0; item < 20; item++) end(`C${item}`, 'no')
  expect(written().match(/^::error/gm)).toHaveLength(9)
})

test('nothing that anybody prints is a command', () => {
  const { screen, end, written } = opened()
  screen.print('A', '::stop-commands::x\n##[add-mask]secret\nand ##[endgroup] here\n')
  screen.print('agentos', 'title: ##[error]\n')
  end('A')
  for (const line of written().split('\n')) {
    expect(line).not.toContain('##[')
    if (line.includes('stop-commands')) expect(line).toMatch(/^\[A\] ::/)
  }
})

test('of very much only the end is printed', () => {
  const { screen, end, written } = opened()
  for (let line = 0; line < 20; line++) screen.print('A', `${line} ${'x'.repeat(30_000)}\n`)
  end('A')
  const text = written()
  expect(text).toContain('[A] … earlier output is in its log\n')
  expect(text).toContain('[A] 19 x')
  expect(text.length).toBeLessThan(300_000)
})
