import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveScreen } from './live-screen.ts'
import { PlainScreen } from './plain-screen.ts'

const FRAME = '\x1b[?2026h\x1b[?25l'
const END = '\x1b[?2026l'

function opened(rows: () => string[], columns = () => 80) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stream = new PassThrough({ encoding: 'utf8' })
  const under = new PlainScreen(stream, { colour: false, onClosed: () => {} })
  const screen = new LiveScreen(under, { colour: false, columns, footer: rows })
  vi.advanceTimersByTime(1)
  const written = () => stream.read() ?? ''
  return { screen, written }
}

test('a frame is one piece: the old footer goes, the lines come, the new footer stays beneath', () => {
  const { screen, written } = opened(() => ['----', 'footer'])
  expect(written()).toBe(`${FRAME}----\nfooter${END}`)
  screen.print('A', 'one\n')
  screen.print('B', 'two\nthree\n')
  expect(written()).toBe('')
  vi.advanceTimersByTime(100)
  expect(written()).toBe(`${FRAME}\x1b[1A\r\x1b[J[A] one\n[B] two\n[B] three\n----\nfooter${END}`)
})

test('where nothing has changed nothing is written', () => {
  let footer = ['same']
  const { written } = opened(() => footer)
  written()
  vi.advanceTimersByTime(10_000)
  expect(written()).toBe('')
  footer = ['other']
  vi.advanceTimersByTime(250)
  expect(written()).toBe(`${FRAME}\r\x1b[Jother${END}`)
})

test('rows that a narrower terminal has broken in two are all erased', () => {
  let columns = 80
  const { screen, written } = opened(
    () => ['x'.repeat(70), 'y'.repeat(30)],
    () => columns,
  )
  written()
  columns = 40
  screen.print('A', 'line\n')
  vi.advanceTimersByTime(100)
  expect(written()).toContain('\x1b[2A\r\x1b[J[A] line\n')
})

test('much at once does not wait for the next frame', () => {
  const { screen, written } = opened(() => ['footer'])
  written()
  screen.print('A', `${'x'.repeat(300_000)}\n`)
  expect(written()).toContain('x'.repeat(300_000))
})

test('put to sleep and closed it leaves no footer, no hidden cursor and no line behind', () => {
  const { screen, written } = opened(() => ['footer'])
  written()
  screen.print('A', 'before\n')
  screen.suspend()
  expect(written()).toBe(`${FRAME}\r\x1b[J[A] before\n${END}\x1b[?25h`)
  screen.print('A', 'asleep\n')
  vi.advanceTimersByTime(1_000)
  expect(written()).toBe('')
  screen.resume()
  vi.advanceTimersByTime(1)
  expect(written()).toBe(`${FRAME}[A] asleep\nfooter${END}`)
  screen.close()
  expect(written()).toBe(`${FRAME}\r\x1b[J${END}\x1b[?25h`)
  screen.print('A', 'after\n')
  expect(written()).toBe('[A] after\n')
  screen.close()
  expect(written()).toBe('')
})
