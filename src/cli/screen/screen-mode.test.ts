import { expect, test } from 'vitest'
import { type StreamKind, screenMode } from './screen-mode.ts'

const size = { columns: 80, rows: 24 }
const mode = (
  stdout: StreamKind,
  stderr: StreamKind,
  { json = false, environment = {}, ...other }: Partial<Parameters<typeof screenMode>[0]> = {},
) => screenMode({ stdout, stderr, json, environment, ...size, ...other })

test.each<[StreamKind, StreamKind, boolean, string, string | null]>([
  ['terminal', 'terminal', false, 'stdout', 'stdout'],
  ['terminal', 'file', false, 'stdout', null],
  ['terminal', 'other', false, 'stdout', null],
  ['file', 'terminal', false, 'stdout', 'stderr'],
  ['other', 'terminal', false, 'stdout', null],
  ['other', 'other', false, 'stdout', null],
  ['file', 'file', false, 'stdout', null],
  ['file', 'terminal', true, 'stderr', 'stderr'],
  ['other', 'terminal', true, 'stderr', null],
  ['terminal', 'terminal', true, 'stderr', null],
])('stdout %s, stderr %s, --json %s: lines to %s, footer on %s', (...row) => {
  const [stdout, stderr, json, lines, footer] = row
  expect(mode(stdout, stderr, { json })).toEqual({ lines, footer })
})

test.each<[string, Partial<Parameters<typeof screenMode>[0]>]>([
  ['a dumb terminal', { environment: { TERM: 'dumb' } }],
  ['CI', { environment: { CI: 'true' } }],
  ['a program that reads by the word', { environment: { CLAUDECODE: '1' } }],
  ['a narrow terminal', { columns: 39 }],
  ['a low terminal', { rows: 7 }],
  ['a wish', { environment: { AGENTOS_UI: 'plain' } }],
])('no footer for %s', (_, options) => {
  expect(mode('terminal', 'terminal', options).footer).toBeNull()
})

test('who wishes for the footer gets it where there is a terminal; other wishes are refused', () => {
  const environment = { AGENTOS_UI: 'live', CI: 'true' }
  expect(mode('terminal', 'terminal', { environment }).footer).toBe('stdout')
  expect(mode('other', 'terminal', { environment }).footer).toBeNull()
  expect(() => mode('terminal', 'terminal', { environment: { AGENTOS_UI: 'tui' } })).toThrow(
    'Expected AGENTOS_UI to be live or plain, got `tui`.',
  )
})
