/** The runs of a repository as `agentos runs` lists them. */

import { tableLines } from '../screen/table.ts'
import { countWords, stateOf } from '../view/item-state.ts'
import { costOf, sumOf } from '../view/item-view.ts'
import type { Summary } from '../view/summary.ts'
import { costWords } from '../words/cost-words.ts'
import { formatDuration } from '../words/format-duration.ts'
import { formatInstant } from '../words/time-words.ts'

export interface RunList {
  readonly schema: 'agentos.runs/1'
  /** The newest first. */
  readonly runs: readonly RunEntry[]
  /** Older ones that are not listed. */
  readonly more: number
  /** Folders of runs whose events cannot be read. */
  readonly unreadable: readonly string[]
}

export type RunEntry = Readonly<ReturnType<typeof runEntry>>

export function runEntry(summary: Summary, logs: string) {
  const { run, workflow, command, state, startedAt, durationMs, exitCode, items } = summary
  return {
    run,
    workflow,
    command,
    state,
    startedAt,
    durationMs,
    exitCode,
    total: items.length,
    outcomes: summary.outcomes,
    result: countWords(items.map((item) => stateOf(item, state))),
    calls: sumOf(items, 'calls'),
    cost: costOf(items),
    logs,
  }
}

export function runsText({ runs, more, unreadable }: RunList): string {
  const rows = runs.map(({ run, workflow, startedAt, durationMs, state, result, calls, cost }) => [
    ...[run, workflow, formatInstant(startedAt), formatDuration(durationMs)],
    ...[state === 'over' ? result : `${STATE[state]}: ${result}`],
    ...[calls === 0 ? '' : costWords(cost)],
  ])
  const lines = tableLines(['RUN', 'WORKFLOW', 'STARTED', 'TOOK', 'RESULT', 'COST'], rows)
  if (more > 0) lines.push('', `… ${more} older, --all lists them`)
  for (const folder of unreadable) lines.push('', `The events in ${folder} cannot be read.`)
  return `${lines.join('\n')}\n`
}

const STATE = { running: 'running', 'cut-off': 'cut off' } as const
