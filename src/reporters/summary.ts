/** A run's result, as its events have told it: for the screen, `summary.json` and `summary.md`. */
import type { Failure, Skip } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import { OUTCOMES, type Outcome } from '../model/outcome.ts'
import { cleanWords } from './clean-text.ts'
import { type CredentialSummary, credentialLines, credentialTable } from './credential-summary.ts'
import { costOf, type ItemView, type RunView } from './run-view.ts'
import { type Shares, sharesLine, sharesOf } from './shares.ts'
import type { RunState, Standing } from './standing.ts'
import { failureWords, formatDuration, isNotBegun, plural, skipWords } from './words.ts'

/** On the screen; the files have them all. */
const MOST_PUBLISHED = 10

interface ItemSummary {
  readonly id: ItemId
  readonly label: string
  readonly title: string
  readonly outcome: Outcome | 'pending'
  readonly failure?: Failure
  readonly skip?: Skip
  readonly startedAt?: number
  readonly durationMs: number
  /** How much of it was spent waiting for credentials. */
  readonly waitedMs: number
  readonly attempts: number
  readonly stepsSaved: number
  readonly stepsReused: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** What it has on GitHub. */
  readonly published?: { readonly what: string; readonly url: string }
  /** Dollars; null as soon as one call's price is not known. */
  readonly cost: number | null
}

export interface Summary {
  readonly schema: 'agentos.summary/1'
  readonly run: string
  readonly workflow: string
  readonly command: string
  /** Of a run that is not over this is what was known of it at some moment. */
  readonly state: RunState
  readonly startedAt: number
  readonly durationMs: number
  /** What the items took together: the time a sequential run would have needed. */
  readonly workMs: number
  readonly mostAtOnce: number
  /** What the places for workers were used for; null if nothing was worked on. */
  readonly shares: Shares | null
  /** Null as long as there is none. */
  readonly exitCode: number | null
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  readonly items: readonly ItemSummary[]
  readonly credentials: readonly CredentialSummary[]
}

/** Of a run that has ended, unless another standing is given. */
export function summaryOf(view: RunView, standing?: Standing): Summary {
  const { started, ended } = view
  if (started === undefined || (ended === undefined && standing === undefined))
    throw new Error('A run is summed up before its end. This is a bug in AgentOS.')
  const { state, until } = standing ?? { state: 'over', until: view.lastAt }
  const items = [...view.items.values()].map((item) => itemSummary(item, until))
  return {
    schema: 'agentos.summary/1',
    run: started.run,
    workflow: started.workflow,
    command: started.command,
    state,
    startedAt: started.at,
    durationMs: until - started.at,
    workMs: items.reduce((sum, item) => sum + item.durationMs, 0),
    mostAtOnce: view.mostAtOnce,
    shares: sharesOf(view),
    exitCode: ended?.exitCode ?? null,
    outcomes: ended?.outcomes ?? view.outcomes,
    items,
    credentials: view.credentials.list(),
  }
}

function itemSummary(item: ItemView, until: number): ItemSummary {
  const { id, label, title, outcome, attempts, stepsSaved, stepsReused, waitedMs } = item
  const { failure, skip, startedAt, endedAt, published } = item
  const { calls, inputTokens, outputTokens, cost } = item
  return {
    ...{ id, label, title, outcome },
    durationMs: startedAt === undefined ? 0 : (endedAt ?? until) - startedAt,
    ...{ waitedMs, attempts, stepsSaved, stepsReused, calls, inputTokens, outputTokens, cost },
    ...(failure === undefined ? {} : { failure }),
    ...(skip === undefined ? {} : { skip }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(published === undefined ? {} : { published }),
  }
}

/** The summary as lines for a terminal: what did not succeed by name, the rest by number. */
export function summaryLines(summary: Summary): string[] {
  if (summary.items.length === 0) return []
  const time = formatDuration(summary.durationMs)
  const lines = [`Run ${summary.run} ended after ${time}: ${countWords(summary)}.`]
  const unfinished = summary.items.filter((item) => !hasSucceeded(item))
  const told = unfinished.filter((item) => !isNotStarted(item))
  const width = Math.max(0, ...told.map(({ label }) => label.length))
  for (const item of told) {
    lines.push(`  ${item.outcome.padEnd(14)} ${item.label.padEnd(width)}  ${reasonOf(item)}`)
  }
  lines.push(...publishedLines(summary.items))
  const notStarted = unfinished.length - told.length
  if (notStarted > 0) lines.push(`  not started    ${plural(notStarted, 'item')}`)
  if (summary.mostAtOnce > 1 && unfinished.length === 0) {
    const factor = (summary.workMs / summary.durationMs).toFixed(1)
    const work = formatDuration(summary.workMs)
    lines.push(
      `  ${work} of work in ${time}, up to ${summary.mostAtOnce} at once: ${factor} times as fast as one after the other.`,
    )
  }
  if (summary.shares !== null) lines.push(`  ${sharesLine(summary.shares)}`)
  const usage = usageWords(summary)
  if (usage !== undefined) lines.push(`  ${usage}`)
  lines.push(...credentialLines(summary.credentials, endOf(summary)))
  const next = nextStep(summary)
  return next === undefined ? lines : [...lines, next]
}

function publishedLines(items: readonly ItemSummary[]): string[] {
  const told = items.flatMap(({ label, published }) =>
    published === undefined ? [] : [`  ${published.what.padEnd(14)} ${label}  ${published.url}`],
  )
  const more = told.length - MOST_PUBLISHED
  return more <= 0 ? told : [...told.slice(0, MOST_PUBLISHED), `  … ${more} more, see summary.md`]
}

export function summaryMarkdown(summary: Summary): string {
  const rows = summary.items.map(
    (item) =>
      `| ${item.label} | ${cell(item.title)} | ${item.outcome} | ${cell(reasonOf(item))} | ${item.startedAt === undefined ? '–' : formatDuration(item.durationMs)} | ${item.stepsSaved} + ${item.stepsReused} | ${item.calls} | ${item.inputTokens} + ${item.outputTokens} | ${item.cost === null ? 'unknown' : `$${item.cost.toFixed(4)}`} |`,
  )
  const next = nextStep(summary)
  const credentials = credentialTable(summary.credentials, endOf(summary))
  return [
    `# Run ${summary.run}: ${summary.workflow}`,
    '',
    `Started ${new Date(summary.startedAt).toISOString()}, ${TOOK[summary.state]} ${formatDuration(summary.durationMs)} (${formatDuration(summary.workMs)} of work, up to ${summary.mostAtOnce} at once). ${summary.exitCode === null ? 'So far' : `Exit code ${summary.exitCode}`}: ${countWords(summary)}.`,
    '',
    '| Item | Title | Outcome | Reason | Duration | Steps run + reused | Calls | Tokens in + out | Cost |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...(credentials.length === 0 ? [] : ['', ...credentials]),
    ...(next === undefined ? [] : ['', next]),
    '',
  ].join('\n')
}

const TOOK = {
  over: 'took',
  running: 'has been going on for',
  'cut-off': 'was cut off after',
} as const

/** What was asked and what it cost; a price that is not known is said, never taken for nothing. */
function usageWords({ items }: Summary): string | undefined {
  const sum = (key: 'calls' | 'inputTokens' | 'outputTokens') =>
    items.reduce((total, item) => total + item[key], 0)
  if (sum('calls') === 0) return undefined
  const { known, isWhole } = costOf(items)
  const cost = isWhole
    ? `$${known.toFixed(2)}`
    : `cost unknown${known > 0 ? `, at least $${known.toFixed(2)}` : ''} (set prices in the config)`
  return `${plural(sum('calls'), 'model call')}, ${sum('inputTokens')} tokens in, ${sum('outputTokens')} out, ${cost}.`
}

function countWords(summary: Summary): string {
  const counts = OUTCOMES.filter((outcome) => summary.outcomes[outcome] !== undefined).map(
    (outcome) => `${summary.outcomes[outcome]} ${outcome}`,
  )
  if (counts.length > 0) return counts.join(', ')
  return summary.items.length === 0 ? 'nothing to do' : 'nothing has ended'
}

function endOf({ startedAt, durationMs }: Summary): number {
  return startedAt + durationMs
}

function hasSucceeded({ outcome, skip }: ItemSummary): boolean {
  return outcome === 'done' || skip?.reason === 'done-elsewhere'
}

/** A stop or a failure came before its turn. */
function isNotStarted({ skip }: ItemSummary): boolean {
  return isNotBegun(skip)
}

/** The same command goes on wherever something is left to do. */
export function nextStep(summary: Summary): string | undefined {
  const unfinished = summary.items.filter((item) => !hasSucceeded(item))
  if (unfinished.length === 0 || summary.state === 'running') return undefined
  const stopped = unfinished.some(
    (item) => ['interrupted', 'pending'].includes(item.outcome) || item.skip?.reason === 'stopped',
  )
  const command = cleanWords(summary.command)
  if (stopped) return `Nothing that was finished is lost. Go on:  ${command}`
  const waitForPeople = unfinished.every(({ outcome }) => outcome === 'gated')
  return `${waitForPeople ? 'Answer what is asked, then' : 'Try again'}:  ${command}`
}

export function reasonOf(
  item: Pick<ItemSummary, 'label' | 'outcome' | 'failure' | 'skip' | 'startedAt' | 'published'>,
): string {
  if (item.failure !== undefined) return failureWords(item.failure, item.label).what
  if (item.skip !== undefined) return skipWords(item.skip)
  if (item.published !== undefined) return `${item.published.what}: ${item.published.url}`
  if (item.outcome === 'pending') return item.startedAt === undefined ? 'not begun' : 'begun'
  return item.outcome === 'interrupted' ? 'goes on after its last finished step' : ''
}

function cell(text: string): string {
  return cleanWords(text).replaceAll('|', '\\|')
}
