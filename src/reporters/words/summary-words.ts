/** A run's summary in words: for the screen and for `summary.md`. */
import { OUTCOMES } from '../../model/outcome.ts'
import { cleanWords } from '../screen/clean-text.ts'
import { credentialLines, credentialTable } from '../view/credential-summary.ts'
import { costOf, sumOf } from '../view/item-view.ts'
import { sharesLine } from '../view/shares.ts'
import type { ItemSummary, Summary } from '../view/summary.ts'
import { costWords, itemCostWords } from './cost-words.ts'
import { comparisonLine } from './estimate-words.ts'
import { reasonWords } from './failure-words.ts'
import { formatDuration } from './format-duration.ts'
import { hasSucceeded, nextSteps } from './next-steps.ts'
import { formatInstant } from './time-words.ts'
import { isNotStarted, plural, skipWords } from './words.ts'

/** On the screen; the files have them all. */
const MOST_RESULTS = 10

/** The summary as lines for a terminal: unsuccessful items by name, the others counted. */
export function summaryLines(summary: Summary): string[] {
  if (summary.items.length === 0) return nextSteps(summary)
  const time = formatDuration(summary.durationMs)
  const lines = [`Run ${summary.run} ended after ${time}: ${outcomeWords(summary)}.`]
  const unfinished = summary.items.filter((item) => !hasSucceeded(item))
  const named = unfinished.filter((item) => !isNotStarted(item.skip))
  const width = Math.max(0, ...named.map(({ label }) => label.length))
  for (const item of named) {
    lines.push(`  ${item.outcome.padEnd(14)} ${item.label.padEnd(width)}  ${reasonOf(item)}`)
  }
  lines.push(...resultLines(summary.items))
  const notStarted = unfinished.length - named.length
  if (notStarted > 0) lines.push(`  not started    ${plural(notStarted, 'item')}`)
  if (summary.mostAtOnce > 1 && unfinished.length === 0) {
    const factor = (summary.workMs / summary.durationMs).toFixed(1)
    const work = formatDuration(summary.workMs)
    lines.push(
      `  ${work} of work in ${time}, up to ${summary.mostAtOnce} at once: ${factor} times as fast as one after the other.`,
    )
  }
  lines.push(...measureLines(summary).map((line) => `  ${line}`))
  lines.push(...credentialLines(summary.credentials, endOf(summary)))
  return [...lines, ...nextSteps(summary)]
}

/** Where the results are. */
function resultLines(items: readonly ItemSummary[]): string[] {
  const found = items.flatMap((item) => resultsOf(item).map((result) => ({ ...result, ...item })))
  const width = Math.max(0, ...found.map(({ label }) => label.length))
  const lines = found.map(
    ({ what, where, label }) => `  ${what.padEnd(14)} ${label.padEnd(width)}  ${where}`,
  )
  const more = lines.length - MOST_RESULTS
  return more <= 0 ? lines : [...lines.slice(0, MOST_RESULTS), `  … ${more} more, see summary.md`]
}

function resultsOf({
  outcome,
  produced,
  published,
}: Pick<ItemSummary, 'outcome' | 'produced' | 'published'>) {
  return [
    ...(produced === undefined || outcome !== 'done'
      ? []
      : [{ what: produced.what, where: cleanWords(produced.where) }]),
    ...(published === undefined ? [] : [{ what: published.what, where: published.url }]),
  ]
}

export function summaryMarkdown(summary: Summary): string {
  const rows = summary.items.map(
    (item) =>
      `| ${item.label} | ${cell(item.title)} | ${item.outcome} | ${cell(reasonOf(item))} | ${cell(resultWords(item))} | ${item.startedAt === undefined ? '–' : formatDuration(item.durationMs)} | ${item.stepsSaved} + ${item.stepsReused} | ${item.calls} | ${item.inputTokens} + ${item.outputTokens} | ${itemCostWords(item) ?? 'unknown'} |`,
  )
  const next = nextSteps(summary)
  const measures = measureLines(summary).map((line) => `- ${line}`)
  const credentials = credentialTable(summary.credentials, endOf(summary))
  return [
    `# Run ${summary.run}: ${summary.workflow}`,
    '',
    `Started ${formatInstant(summary.startedAt)}, ${TOOK[summary.state]} ${formatDuration(summary.durationMs)} (${formatDuration(summary.workMs)} of work, up to ${summary.mostAtOnce} at once). ${summary.exitCode === null ? 'So far' : `Exit code ${summary.exitCode}`}: ${outcomeWords(summary)}.`,
    ...(measures.length === 0 ? [] : ['', ...measures]),
    '',
    '| Item | Title | Outcome | Reason | Result | Duration | Steps run + reused | Calls | Tokens in + out | Cost |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...(credentials.length === 0 ? [] : ['', ...credentials]),
    ...next.flatMap((line) => ['', line]),
    '',
  ].join('\n')
}

/** How time and money were spent, compared with the estimate. */
function measureLines(summary: Summary): string[] {
  const { shares, estimate, durationMs, items, credentials } = summary
  const { known, isWhole } = costOf(items)
  const actual = { durationMs, calls: sumOf(items, 'calls'), cost: isWhole ? known : null }
  const wasAsked = actual.calls > 0 || credentials.some(({ calls }) => calls > 0)
  // The estimate is for items that are processed completely and successfully.
  const isWholeRun = items.every(
    ({ outcome, stepsReused }) =>
      (outcome === 'done' || outcome === 'needs-revision') && stepsReused === 0,
  )
  return [
    ...(shares === null ? [] : [sharesLine(shares)]),
    ...slowestLines(items),
    ...(wasAsked ? [usageWords(items)] : []),
    ...(estimate === null || !isWholeRun ? [] : [comparisonLine(estimate, actual)]),
  ]
}

/** The slowest of several items, with its longest step. */
function slowestLines(items: readonly ItemSummary[]): string[] {
  const started = items.filter(({ startedAt }) => startedAt !== undefined)
  const [first, ...others] = started
  if (first === undefined || others.length === 0) return []
  const slowest = others.reduce((a, b) => (b.durationMs > a.durationMs ? b : a), first)
  const { label, durationMs, longestStep } = slowest
  const step =
    longestStep === undefined
      ? ''
      : ` (${cleanWords(longestStep.name)} ${formatDuration(longestStep.durationMs)})`
  return [`Slowest: ${label} ${formatDuration(durationMs)}${step}.`]
}

const TOOK = {
  over: 'took',
  running: 'has been running for',
  'cut-off': 'was cut off after',
} as const

/** Calls, tokens and cost; an unknown price is named, never counted as zero. */
function usageWords(items: readonly ItemSummary[]): string {
  const total = costOf(items)
  const words = costWords(total)
  const cost = total.isWhole
    ? `${words}${total.isEstimate ? ' (partly estimated)' : ''}`
    : `cost unknown${total.known > 0 ? `, ${words}` : ''} (set prices in the config)`
  const calls = plural(sumOf(items, 'calls'), 'model call')
  return `${calls}, ${sumOf(items, 'inputTokens')} tokens in, ${sumOf(items, 'outputTokens')} out, ${cost}.`
}

function outcomeWords(summary: Summary): string {
  const counts = OUTCOMES.filter((outcome) => summary.outcomes[outcome] !== undefined).map(
    (outcome) => `${summary.outcomes[outcome]} ${outcome}`,
  )
  if (counts.length > 0) return counts.join(', ')
  return summary.items.length === 0 ? 'nothing to do' : 'nothing has ended'
}

function endOf({ startedAt, durationMs }: Summary): number {
  return startedAt + durationMs
}

/** Where its result is: `branch: agentos/42-search`. */
export function resultWords(item: Pick<ItemSummary, 'outcome' | 'produced' | 'published'>): string {
  return resultsOf(item)
    .map(({ what, where }) => `${what}: ${where}`)
    .join(', ')
}

/** Why it has not succeeded. */
export function reasonOf(
  item: Pick<ItemSummary, 'label' | 'outcome' | 'failure' | 'skip' | 'startedAt'>,
): string {
  if (item.failure !== undefined) return reasonWords(item.failure, item.label)
  if (item.skip !== undefined) return skipWords(item.skip)
  if (item.outcome === 'pending') return item.startedAt === undefined ? 'not started' : 'started'
  return item.outcome === 'interrupted' ? 'resumes after its last finished step' : ''
}

function cell(text: string): string {
  return cleanWords(text).replaceAll('|', '\\|')
}
