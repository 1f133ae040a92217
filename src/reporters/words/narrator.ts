/** Turns events into the lines a person reads, on the screen and in `coordinator.log`. */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { unreachable } from '../../model/unreachable.ts'
import { CallNarrator } from './call-narrator.ts'
import { failureWords, reasonWords } from './failure-words.ts'
import { formatDuration } from './format-duration.ts'
import { publishedWords, retryWords } from './github-words.ts'
import { withOwnCommands } from './own-commands.ts'
import { PoolNarrator } from './pool-narrator.ts'
import { seconds } from './wait-words.ts'
import { isNotBegun, leftOutLine, plural, skipWords } from './words.ts'

export interface Line {
  /** Whose line it is; the coordinator's if nobody's. */
  readonly item?: ItemId
  readonly text: string
  /** Quiet shows only `news`; `detail` is the running commentary; `trace` is for the logs. */
  readonly level: 'news' | 'detail' | 'trace'
}

export class Narrator {
  readonly #labels = new Map<ItemId, string>()
  readonly #startedAt = new Map<ItemId, number>()
  /** Why an item needs another worker. */
  readonly #whyAgain = new Map<ItemId, string>()
  /** The step an item is in, for the story of its end. */
  readonly #steps = new Map<ItemId, string>()
  readonly #logs: string
  readonly #pool = new PoolNarrator()
  readonly #calls = new CallNarrator()
  #command = ''
  #total = 0
  #ended = 0

  /** `logs` is where the logs of this run are, as shown to the user. */
  constructor(logs: string) {
    this.#logs = logs
  }

  tell(event: Event): Line[] {
    if ('item' in event) this.#pool.hear(event)
    switch (event.type) {
      case 'run-started':
        return this.#runStarted(event)
      case 'item-queued':
        this.#labels.set(event.item, event.label)
        return []
      case 'item-left-out':
        return [news(leftOutLine(event, this.#command))]
      case 'item-started':
        return this.#itemStarted(event)
      case 'lock-taken-over':
        return [
          news(
            `${this.#label(event.item)} is taken over from run ${event.from.run}: its process ${event.from.pid} is gone.`,
          ),
        ]
      case 'checkpoint-set-aside':
        return [
          itemNews(event.item, `starts over: ${SET_ASIDE[event.why]}; kept as ${event.keptAs}`),
        ]
      case 'step-reused':
        return [detail(event.item, `${event.step}: saved before, not run again`)]
      case 'step-started':
        this.#steps.set(event.item, event.step)
        return [trace(event.item, `${event.step}: started`)]
      case 'command-started':
        return [trace(event.item, `runs: ${event.command}`)]
      case 'step-saved':
        this.#steps.delete(event.item)
        return [detail(event.item, `${event.step}: saved (${formatDuration(event.durationMs)})`)]
      case 'step-failed':
        return [
          trace(
            event.item,
            `${event.step}: failed: ${failureWords(event.failure, this.#label(event.item)).what}`,
          ),
        ]
      case 'item-killed':
        if (event.failure !== undefined)
          this.#whyAgain.set(event.item, reasonWords(event.failure, this.#label(event.item)))
        return []
      case 'worker-exited':
        if (event.report !== undefined && 'failure' in event.report)
          this.#whyAgain.set(event.item, reasonWords(event.report.failure, this.#label(event.item)))
        return []
      case 'item-ended':
        return this.#itemEnded(event)
      case 'run-resumed':
        return [news(`Goes on after ${formatDuration(event.suspendedMs)} of sleep.`)]
      case 'run-stopping':
        return [news(this.#stopping(event))]
      case 'call-retried':
        return [itemNews(event.item, retriedWords(event))]
      case 'call-ended':
        return this.#calls.tell(event)
      case 'github-retried':
        return [itemNews(event.item, retryWords(event))]
      case 'github-published':
        return [itemNews(event.item, publishedWords(event))]
      case 'credential-rested':
      case 'credential-rejected':
      case 'pool-rested':
      case 'pool-exhausted':
      case 'pool-resumed':
      case 'circuit-opened':
      case 'circuit-closed':
        return this.#pool.tell(event)
      case 'lease-queued':
        return this.#pool.queued(event)
      case 'gate-passed':
        return [detail(event.item, gatePassedWords(event))]
      case 'item-produced':
      case 'lease-granted':
      case 'lease-refused':
      case 'lease-returned':
      case 'call-started':
      case 'call-failed':
      case 'command-ended':
      case 'item-progressed':
      case 'item-stopping':
      case 'run-ended':
        return []
      default:
        return unreachable(event)
    }
  }

  #runStarted(event: EventOf<'run-started'>): Line[] {
    this.#total = event.items
    this.#command = event.command
    const done = event.alreadyDone === 0 ? '' : ` (${event.alreadyDone} done before)`
    if (event.items === 0) return [news(`Nothing to do for ${event.workflow}${done}.`)]
    const items = plural(event.items, 'item')
    return [
      news(
        `Run ${event.run}: ${event.workflow}, ${items}${done}, ${event.limits.parallel} at a time.`,
      ),
      news(`Logs: ${this.#logs}   Stop safely: Ctrl+C`),
    ]
  }

  #itemStarted(event: EventOf<'item-started'>): Line[] {
    if (event.attempt === 1) {
      this.#startedAt.set(event.item, event.at)
      return [detail(event.item, 'started')]
    }
    const why = this.#whyAgain.get(event.item) ?? 'its worker died'
    this.#whyAgain.delete(event.item)
    return [itemNews(event.item, `goes on in a new worker (attempt ${event.attempt}): ${why}`)]
  }

  #itemEnded(event: EventOf<'item-ended'>): Line[] {
    this.#ended += 1
    const startedAt = this.#startedAt.get(event.item)
    const took = startedAt === undefined ? '' : ` in ${formatDuration(event.at - startedAt)}`
    const count = `(${this.#ended}/${this.#total})`
    // Items that a stop kept from starting are counted in the summary, not told one by one.
    if (isNotBegun(event.skip)) return []
    if (event.skip !== undefined) {
      return [itemNews(event.item, `skipped: ${skipWords(event.skip)} ${count}`)]
    }
    if (event.failure === undefined)
      return [itemNews(event.item, `${event.outcome}${took} ${count}`)]
    const { what, why, remedy } = failureWords(event.failure, this.#label(event.item))
    const step = this.#steps.get(event.item)
    const stack = 'stack' in event.failure ? (event.failure.stack ?? '') : ''
    const word = event.outcome === 'failed' ? 'FAILED' : event.outcome.toUpperCase()
    return [
      `${word}${took} ${count}`,
      `  What: ${step === undefined ? '' : `step ${step}: `}${what}`,
      ...(why === undefined ? [] : [`  Why:  ${why}`]),
      `  Do:   ${withOwnCommands(remedy, this.#command)}`,
      `  Log:  ${this.#logs}/${this.#label(event.item)}.log`,
    ]
      .map((text) => itemNews(event.item, text))
      .concat(stack === '' ? [] : [trace(event.item, stack)])
  }

  #stopping(event: EventOf<'run-stopping'>): string {
    this.#pool.stopping()
    if (event.force) return 'Killing everything now.'
    const stopped = 'running items are cancelled at their last finished step.'
    if (event.cause === 'SIGINT') return `Stopping: ${stopped} Ctrl+C again to kill now.`
    const why = costStopWords(event) ?? this.#pool.stopWords(event) ?? STOPPED[event.cause]
    return `Stopping (${why}): ${stopped}`
  }

  #label(item: ItemId): string {
    return this.#labels.get(item) ?? item
  }
}

function retriedWords(event: EventOf<'call-retried'>): string {
  const { task, message, attempt, retries, pauseMs } = event
  const when = pauseMs === null ? '' : ` in ${seconds(pauseMs)}`
  return `${task}: ${message.replace(/\.$/, '')}; retry ${attempt} of ${retries}${when}.`
}

function costStopWords({ cost }: EventOf<'run-stopping'>): string | undefined {
  if (cost === undefined) return undefined
  const { limit, spent, next } = cost
  return `${STOPPED['cost-limit']}: $${spent.toFixed(2)} of $${limit.toFixed(2)} spent, the call up to $${next.toFixed(2)}`
}

function gatePassedWords({ gate, answer, waitedMs }: EventOf<'gate-passed'>) {
  const answered = answer === 'approve' ? 'approved' : 'to be revised'
  return `gate ${gate}: ${answered}, after ${formatDuration(waitedMs)}`
}

const STOPPED = {
  SIGINT: 'SIGINT',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'SIGHUP',
  'run-timeout': 'the run has reached its time limit',
  'cost-limit': 'the next call might cost more than the run may, see limits.runCost',
  quota: 'every key rests until after the run’s time limit',
} as const

/** Why an item starts over. */
export const SET_ASIDE = {
  'input-changed': 'its input has changed since it was begun',
  'workflow-changed': 'the workflow has another version now',
  damaged: 'its checkpoint is damaged',
  'provider-changed': 'it was begun with another kind of provider',
  'seal-broken':
    'a saved result does not match its seal (damaged, or written by another program), so none is used',
  'credentials-changed':
    'none of the API keys that it was saved with is configured any more, so its seals cannot be checked',
} as const

function news(text: string): Line {
  return { text, level: 'news' }
}

function itemNews(item: ItemId, text: string): Line {
  return { item, text, level: 'news' }
}

function trace(item: ItemId, text: string): Line {
  return { item, text, level: 'trace' }
}

function detail(item: ItemId, text: string): Line {
  return { item, text, level: 'detail' }
}
