/** `agentos status` for people: a headline, and a row for each item that is not simply done. */

import type { Status } from '../past/status.ts'
import type { Look } from '../screen/look.ts'
import { paintOutcomes } from '../screen/outcome-colours.ts'
import { tableLines } from '../screen/table.ts'
import { countWords, type ItemState, stateWords } from '../view/item-state.ts'
import { costWords } from './cost-words.ts'
import { formatDuration } from './format-duration.ts'
import { formatTime } from './time-words.ts'
import { damagedWords } from './words.ts'

const MOST_ROWS = 20

/** Running items first, then those that need attention. Others are only counted. */
const LISTED: readonly ItemState[] = [
  ...(['running', 'waiting', 'cut-off', 'gated', 'failed'] as const),
  ...(['conflict', 'needs-revision', 'interrupted', 'skipped'] as const),
]

export function statusText(
  status: Status,
  size: { readonly now: number; readonly width: number; readonly look?: Pick<Look, 'colour'> },
): string {
  const paint = (line: string) => paintOutcomes(line, size.look ?? { colour: false })
  const { run, workflow, items, calls, cost, next, damagedLines } = status
  const lines = [
    [
      `${run}  ${workflow}  ${standingWords(status, size.now)}`,
      paint(countWords(items.map((item) => item.state))),
      ...(calls === 0 ? [] : [costWords(cost)]),
    ].join('   '),
  ]
  lines.push(...tableOf(status, { ...size, paint }))
  if (damagedLines > 0) lines.push('', damagedWords(damagedLines))
  const failed = items.find((item) => item.state === 'failed')
  if (failed !== undefined) lines.push('', `Details:  agentos logs ${failed.label}`)
  if (next !== null) lines.push('', next)
  return `${lines.join('\n')}\n`
}

function standingWords(status: Status, now: number): string {
  const { state, stopped, durationMs, exitCode, sleepsUntil } = status
  const time = formatDuration(durationMs)
  if (state === 'cut-off') return `cut off after ${time}: its process was killed`
  const why = stopped === null ? '' : ` (${stopped})`
  if (sleepsUntil !== null && stopped === null)
    return `running ${time}, sleeps until ${formatTime(sleepsUntil, now)}: every credential is rate-limited`
  if (state === 'running') return `${stopped === null ? 'running' : 'stopping'} ${time}${why}`
  return `${stopped === null ? 'ended' : 'stopped'} after ${time}${why}, exit code ${exitCode}`
}

function tableOf(
  status: Status,
  { now, width, paint }: { now: number; width: number; paint: (line: string) => string },
) {
  const isRunning = status.state === 'running'
  const head = ['ITEM', 'STATE', 'STEP', ...(isRunning ? ['FOR', 'WITH'] : []), 'NOTE']
  const rows = listed(status).map(({ label, state, step, since, note, with: credentials }) => [
    label,
    stateWords(state),
    step ?? '',
    ...(isRunning
      ? [since === null ? '' : formatDuration(now - since), credentials.join(' ')]
      : []),
    note,
  ])
  if (rows.length === 0) return []
  const more = rows.length - MOST_ROWS
  const lines = tableLines(head, rows.slice(0, MOST_ROWS), width - 2).map((line) =>
    line.replace(/^(\S+ +)(.*)$/, (_, label: string, rest: string) => label + paint(rest)),
  )
  if (more > 0) lines.push(`… ${more} more, --json lists all`)
  return ['', ...lines.map((line) => `  ${line}`)]
}

function listed({ items }: Status): Status['items'] {
  return LISTED.flatMap((state) => items.filter((item) => item.state === state))
}
