/** The headline: results, time and cost of the run. */

import { type ItemState, otherCounts, stateOf } from '../view/item-state.ts'
import { costOf, sumOf } from '../view/item-view.ts'
import { percent } from '../view/shares.ts'
import type { Summary } from '../view/summary.ts'
import { costWords } from '../words/cost-words.ts'
import { costRange, timeRange } from '../words/estimate-words.ts'
import { formatDuration } from '../words/format-duration.ts'
import { plural } from '../words/words.ts'

export interface Figure {
  readonly name: string
  readonly value: string
  readonly note: string
  /** Needs attention. */
  readonly isProblem?: boolean
}

export function figuresOf(
  summary: Summary,
  { paidTwice, parallel }: { readonly paidTwice: number; readonly parallel: number },
): Figure[] {
  const { items, credentials } = summary
  const calls = sumOf(items, 'calls')
  const refused = sumOf(credentials, 'rateLimited')
  const requests = sumOf(credentials, 'calls')
  return [
    itemFigure(summary),
    timeFigure(summary),
    ...(calls === 0 ? [] : [costFigure(summary), tokenFigure(items, calls)]),
    ...(requests === 0
      ? []
      : [
          {
            name: 'Rate-limited',
            value: refused.toLocaleString('en'),
            note: `of ${plural(requests, 'request')}`,
            isProblem: refused > 0,
          },
          {
            name: 'Calls paid twice',
            value: paidTwice.toLocaleString('en'),
            note: 'in flight when a worker died',
            isProblem: paidTwice > 0,
          },
        ]),
    {
      name: 'Most at once',
      value: summary.mostAtOnce.toLocaleString('en'),
      note: `of ${plural(parallel, 'place')}${busyWords(summary)}`,
    },
  ]
}

const NO_PROBLEM: readonly ItemState[] = ['done', 'gated', 'running', 'waiting', 'queued']

function itemFigure({ items, outcomes, state }: Summary): Figure {
  const done = outcomes.done ?? 0
  const states = items.map((item) => stateOf(item, state))
  const others = otherCounts(states).map(
    ([words, count]) => `${count.toLocaleString('en')} ${words}`,
  )
  const note = items.length === 0 ? 'nothing to do' : others.join(', ') || 'all of them'
  return {
    name: 'Items done',
    value: `${done.toLocaleString('en')} of ${items.length.toLocaleString('en')}`,
    note,
    isProblem: states.some((one) => !NO_PROBLEM.includes(one)),
  }
}

function timeFigure({ durationMs, workMs, mostAtOnce, estimate }: Summary): Figure {
  const faster = workMs / durationMs
  const sequential =
    mostAtOnce > 1 && faster >= 1.05
      ? `${formatDuration(workMs)} sequentially, ${faster.toFixed(1)} times as long`
      : `${formatDuration(workMs)} of work`
  const expected =
    estimate?.durationMs == null ? '' : `; expected ${timeRange(estimate.durationMs)}`
  return { name: 'Time', value: formatDuration(durationMs), note: `${sequential}${expected}` }
}

function costFigure({ items, estimate }: Summary): Figure {
  const cost = costOf(items)
  const note =
    estimate?.cost == null ? 'without an estimate' : `expected ${costRange(estimate.cost)}`
  return {
    name: 'Cost',
    value: costWords(cost),
    note: cost.isWhole ? note : `${note}; set prices in the config`,
  }
}

function tokenFigure(items: Summary['items'], calls: number): Figure {
  const inputs = sumOf(items, 'inputTokens')
  const outputs = sumOf(items, 'outputTokens')
  return {
    name: 'Tokens',
    value: short(inputs + outputs),
    note: `${short(inputs)} in, ${short(outputs)} out, ${plural(calls, 'model call')}`,
  }
}

function busyWords({ shares }: Summary): string {
  if (shares === null) return ''
  const waiting =
    shares.waiting < 0.005 ? '' : `, ${percent(shares.waiting)} waiting for credentials`
  return `; ${percent(shares.busy)} busy${waiting}`
}

/** Four digits at most: 950, 12.3k, 4.56M. */
function short(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 999_500) return `${Number((count / 1_000).toPrecision(3))}k`
  return `${Number((count / 1_000_000).toPrecision(3))}M`
}
