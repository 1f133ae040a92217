/**
 * Where lines go, and whether there is a footer:
 *
 *   stdout        stderr      lines    footer
 *   terminal      terminal    stdout   stdout
 *   file          terminal    stdout   stderr
 *   else                      stdout   none
 *   with --json:
 *   file          terminal    stderr   stderr
 *   else                      stderr   none
 *
 * A pipe has no footer, for `| tee` and `| less` would print into it.
 */
import { fstatSync } from 'node:fs'
import { UsageError } from '../../model/usage-error.ts'

export interface ScreenMode {
  readonly lines: 'stdout' | 'stderr'
  readonly footer: 'stdout' | 'stderr' | null
}

export type StreamKind = 'terminal' | 'file' | 'other'

const LEAST_COLUMNS = 40
const LEAST_ROWS = 8
/** Set by programs that read output by the word. */
const AGENTS = ['AI_AGENT', 'CLAUDECODE', 'CURSOR_AGENT']

export function screenMode(options: {
  readonly stdout: StreamKind
  readonly stderr: StreamKind
  readonly json: boolean
  readonly environment: NodeJS.ProcessEnv
  /** Of the terminal that would have the footer. */
  readonly columns: number
  readonly rows: number
}): ScreenMode {
  const { stdout, stderr, json } = options
  const lines = json ? 'stderr' : 'stdout'
  if (!isLive(options)) return { lines, footer: null }
  if (stdout === 'file' && stderr === 'terminal') return { lines, footer: 'stderr' }
  const isTerminal = stdout === 'terminal' && stderr === 'terminal'
  return { lines, footer: isTerminal && !json ? 'stdout' : null }
}

function isLive({ environment, columns, rows }: Parameters<typeof screenMode>[0]): boolean {
  const { AGENTOS_UI, TERM, CI } = environment
  if (AGENTOS_UI === 'live') return true
  if (isSet(AGENTOS_UI) && AGENTOS_UI !== 'plain')
    throw new UsageError(
      'ui-invalid',
      `Expected AGENTOS_UI to be live or plain, got \`${AGENTOS_UI}\`.`,
    )
  if (AGENTOS_UI === 'plain' || TERM === 'dumb' || isSet(CI)) return false
  if (AGENTS.some((name) => isSet(environment[name]))) return false
  return columns >= LEAST_COLUMNS && rows >= LEAST_ROWS
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

export function kindOf(stream: NodeJS.WriteStream, descriptor: number): StreamKind {
  if (stream.isTTY) return 'terminal'
  try {
    return fstatSync(descriptor).isFile() ? 'file' : 'other'
  } catch {
    return 'other' // it is closed
  }
}
