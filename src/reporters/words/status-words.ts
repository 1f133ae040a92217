/** `agentos status` for people: a headline, and a row for each item that is not simply done. */

import type { Status } from '../past/status.ts'
import { tableLines } from '../screen/table.ts'
import { countWords, type ItemState, stateWords } from '../view/item-state.ts'
import { costWords } from './cost-words.ts'
import { formatDuration } from './format-duration.ts'
import { damagedWords } from './words.ts'

const MOST_ROWS = 20

/** Running items first, then those that need attention. Others are only counted. */
const LISTED: readonly ItemState[] = [
  ...(['running', 'waiting', 'cut-off', 'gated', 'failed'] as const),
  ...(['conflict', 'needs-revision', 'interrupted', 'skipped'] as const),
]

export function statusText(
  status: Status,
  { now, width }: { readonly now: number; readonly width: number },
): string {
  const { run, workflow, state, items, calls, cost, next, damagedLines } = status
  const lines = [
    [
      `${run}  ${workflow}  ${standingWords(status)}`,
      countWords(items.map((item) => item.state)),
      ...(calls === 0 ? [] : [costWords(cost)]),
    ].join('   '),
  ]
  const table = state === 'running' ? runningRows(status, now) : endedRows(status)
  if (table.rows.length > 0) lines.push('', ...tableOf(table, width))
  if (damagedLines > 0) lines.push('', damagedWords(damagedLines))
  const failed = items.find((item) => item.state === 'failed')
  if (failed !== undefined) lines.push('', `Details:  agentos logs ${failed.label}`)
  if (next !== null) lines.push('', next)
  return `${lines.join('\n')}\n`
}

function standingWords({ state, stopped, durationMs, exitCode }: Status): string {
  const time = formatDuration(durationMs)
  if (state === 'cut-off') return `cut off after ${time}: its process was killed`
  const why = stopped === null ? '' : ` (${stopped})`
  if (state === 'running') return `${stopped === null ? 'running' : 'stopping'} ${time}${why}`
  return `${stopped === null ? 'ended' : 'stopped'} after ${time}${why}, exit code ${exitCode}`
}

interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function runningRows(status: Status, now: number): Table {
  return {
    head: ['ITEM', 'STATE', 'STEP', 'FOR', 'WITH', 'NOTE'],
    rows: listed(status).map(({ label, state, step, since, note, with: credentials }) => [
      ...[label, stateWords(state), step ?? ''],
      ...[since === null ? '' : formatDuration(now - since), credentials.join(' '), note],
    ]),
  }
}

function endedRows(status: Status): Table {
  return {
    head: ['ITEM', 'STATE', 'STEP', 'NOTE'],
    rows: listed(status).map(({ label, state, step, note }) => [
      ...[label, stateWords(state), step ?? '', note],
    ]),
  }
}

function listed({ items }: Status): Status['items'] {
  return LISTED.flatMap((state) => items.filter((item) => item.state === state))
}

function tableOf({ head, rows }: Table, width: number): string[] {
  const more = rows.length - MOST_ROWS
  return [
    ...tableLines(head, rows.slice(0, MOST_ROWS), width - 2),
    ...(more > 0 ? [`… ${more} more, --json lists all`] : []),
  ].map((line) => `  ${line}`)
}
