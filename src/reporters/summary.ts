/** A run's result, gathered from its events: for the screen, `summary.json` and `summary.md`. */
import type { Event } from '../model/event.ts'
import type { Failure, Skip } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import { OUTCOMES, type Outcome } from '../model/outcome.ts'
import { cleanWords } from './clean-text.ts'
import {
  type CredentialSummary,
  CredentialTally,
  credentialLines,
  credentialTable,
} from './credential-summary.ts'
import { failureWords, formatDuration, isNotBegun, plural, skipWords } from './words.ts'

/** On the screen; the files have them all. */
const MOST_PUBLISHED = 10

interface ItemSummary {
  readonly id: ItemId
  readonly label: string
  readonly title: string
  outcome: Outcome | 'pending'
  failure?: Failure
  skip?: Skip
  startedAt?: number
  durationMs: number
  attempts: number
  stepsSaved: number
  stepsReused: number
  calls: number
  inputTokens: number
  outputTokens: number
  /** What it has on GitHub. */
  published?: { readonly what: string; readonly url: string }
  /** Dollars; null as soon as one call's price is not known. */
  cost: number | null
}

export interface Summary {
  readonly schema: 'agentos.summary/1'
  readonly run: string
  readonly workflow: string
  readonly command: string
  readonly startedAt: number
  readonly durationMs: number
  /** What the items took together: the time a sequential run would have needed. */
  readonly workMs: number
  readonly mostAtOnce: number
  readonly exitCode: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  readonly items: readonly ItemSummary[]
  readonly credentials: readonly CredentialSummary[]
}

export class SummaryBuilder {
  readonly #items = new Map<ItemId, ItemSummary>()
  readonly #credentials = new CredentialTally()
  #started: Extract<Event, { type: 'run-started' }> | undefined
  #running = 0
  #mostAtOnce = 0

  /** Takes an event in; the last one of a run completes the summary. */
  add(event: Event): Summary | undefined {
    this.#credentials.add(event)
    switch (event.type) {
      case 'run-started':
        this.#started = event
        return undefined
      case 'run-ended':
        return this.#complete(event)
      case 'item-queued': {
        const { item: id, label, title } = event
        const counts = { durationMs: 0, attempts: 0, stepsSaved: 0, stepsReused: 0 }
        const usage = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }
        this.#items.set(id, { id, label, title, outcome: 'pending', ...counts, ...usage })
        return undefined
      }
      default: {
        const item = 'item' in event ? this.#items.get(event.item) : undefined
        if (item !== undefined) this.#addToItem(item, event)
        return undefined
      }
    }
  }

  #addToItem(item: ItemSummary, event: Event): void {
    if (event.type === 'step-saved') item.stepsSaved += 1
    if (event.type === 'step-reused') item.stepsReused += 1
    if (event.type === 'call-ended') addCall(item, event)
    if (event.type === 'github-published') item.published = { what: event.what, url: event.url }
    if (event.type === 'item-started') {
      item.attempts = event.attempt
      if (event.attempt > 1) return
      item.startedAt = event.at
      this.#running += 1
      this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#running)
    }
    if (event.type === 'item-ended') {
      item.outcome = event.outcome
      if (event.failure !== undefined) item.failure = event.failure
      if (event.skip !== undefined) item.skip = event.skip
      if (item.startedAt === undefined) return
      item.durationMs = event.at - item.startedAt
      this.#running -= 1
    }
  }

  #complete(ended: Extract<Event, { type: 'run-ended' }>): Summary {
    if (this.#started === undefined)
      throw new Error('A run ended unstarted. This is a bug in AgentOS.')
    const items = [...this.#items.values()]
    return {
      schema: 'agentos.summary/1',
      run: ended.run,
      workflow: this.#started.workflow,
      command: this.#started.command,
      startedAt: this.#started.at,
      durationMs: ended.at - this.#started.at,
      workMs: items.reduce((sum, item) => sum + item.durationMs, 0),
      mostAtOnce: this.#mostAtOnce,
      exitCode: ended.exitCode,
      outcomes: ended.outcomes,
      items,
      credentials: this.#credentials.list(),
    }
  }
}

function addCall(item: ItemSummary, { usage, cost }: Extract<Event, { type: 'call-ended' }>): void {
  item.calls += 1
  item.inputTokens += usage.inputTokens
  item.outputTokens += usage.outputTokens
  item.cost = item.cost === null || cost === null ? null : item.cost + cost
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
    `Started ${new Date(summary.startedAt).toISOString()}, took ${formatDuration(summary.durationMs)} (${formatDuration(summary.workMs)} of work, up to ${summary.mostAtOnce} at once). Exit code ${summary.exitCode}: ${countWords(summary)}.`,
    '',
    '| Item | Title | Outcome | Reason | Duration | Steps run + reused | Calls | Tokens in + out | Cost |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...(credentials.length === 0 ? [] : ['', ...credentials]),
    ...(next === undefined ? [] : ['', next]),
    '',
  ].join('\n')
}

/** What was asked and what it cost; a price that is not known is said, never taken for nothing. */
function usageWords({ items }: Summary): string | undefined {
  const sum = (key: 'calls' | 'inputTokens' | 'outputTokens') =>
    items.reduce((total, item) => total + item[key], 0)
  if (sum('calls') === 0) return undefined
  const known = items.reduce((total, { cost }) => total + (cost ?? 0), 0)
  const cost = items.some((item) => item.cost === null)
    ? `cost unknown${known > 0 ? `, at least $${known.toFixed(2)}` : ''} (set prices in the config)`
    : `$${known.toFixed(2)}`
  return `${plural(sum('calls'), 'model call')}, ${sum('inputTokens')} tokens in, ${sum('outputTokens')} out, ${cost}.`
}

function countWords(summary: Summary): string {
  const counts = OUTCOMES.filter((outcome) => summary.outcomes[outcome] !== undefined).map(
    (outcome) => `${summary.outcomes[outcome]} ${outcome}`,
  )
  return counts.length === 0 ? 'nothing to do' : counts.join(', ')
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
function nextStep(summary: Summary): string | undefined {
  const unfinished = summary.items.filter((item) => !hasSucceeded(item))
  if (unfinished.length === 0) return undefined
  const stopped = unfinished.some(
    (item) => item.outcome === 'interrupted' || item.skip?.reason === 'stopped',
  )
  if (stopped) return `Nothing that was finished is lost. Go on:  ${summary.command}`
  const waitForPeople = unfinished.every(({ outcome }) => outcome === 'gated')
  return `${waitForPeople ? 'Answer what is asked, then' : 'Try again'}:  ${summary.command}`
}

function reasonOf(item: ItemSummary): string {
  if (item.failure !== undefined) return failureWords(item.failure, item.label).what
  if (item.skip !== undefined) return skipWords(item.skip)
  if (item.published !== undefined) return `${item.published.what}: ${item.published.url}`
  return item.outcome === 'interrupted' ? 'goes on after its last finished step' : ''
}

function cell(text: string): string {
  return cleanWords(text).replaceAll('|', '\\|')
}
