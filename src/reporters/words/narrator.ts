/** Turns events into lines for the screen and `coordinator.log`. */
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
import { isNotStarted, leftOutLine, plural, SET_ASIDE, skipWords } from './words.ts'

export interface Line {
  /** The item that it is about; without it, the run. */
  readonly item?: ItemId
  readonly text: string
  /** Quiet shows only `news`; `detail` is the running commentary; `trace` is for the logs. */
  readonly level: 'news' | 'detail' | 'trace'
}

export class Narrator {
  readonly #labels = new Map<ItemId, string>()
  readonly #startedAt = new Map<ItemId, number>()
  /** Why an item resumes in another worker. */
  readonly #whyAgain = new Map<ItemId, string>()
  /** The open step of each item, named if the item fails. */
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

  narrate(event: Event): Line[] {
    if ('item' in event) this.#pool.onItemEvent(event)
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
            `${this.#label(event.item)} is taken over from run ${event.from.run}: its process ${event.from.pid} has exited.`,
          ),
        ]
      case 'checkpoint-set-aside':
        return [
          itemNews(event.item, `starts over: ${SET_ASIDE[event.why]}; kept as ${event.keptAs}`),
        ]
      case 'step-reused':
        return [detail(event.item, `${event.step}: ✓ cached`)]
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
        return [news(`Resumed after ${formatDuration(event.suspendedMs)} of sleep.`)]
      case 'run-stopping':
        return [news(this.#stopping(event))]
      case 'call-retried':
        return [itemNews(event.item, retriedWords(event))]
      case 'call-ended':
        return this.#calls.narrate(event)
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
        return this.#pool.narrate(event)
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
    return [itemNews(event.item, `resuming in a new worker (attempt ${event.attempt}): ${why}`)]
  }

  #itemEnded(event: EventOf<'item-ended'>): Line[] {
    // Items that a stop kept from starting are counted in the summary, not printed one by one.
    if (isNotStarted(event.skip)) return []
    this.#ended += 1
    const startedAt = this.#startedAt.get(event.item)
    const preposition = event.outcome === 'interrupted' ? 'after' : 'in'
    const took =
      startedAt === undefined ? '' : ` ${preposition} ${formatDuration(event.at - startedAt)}`
    const count = `(${this.#ended}/${this.#total})`
    if (event.skip !== undefined) {
      return [itemNews(event.item, `skipped: ${skipWords(event.skip)} ${count}`)]
    }
    if (event.failure === undefined)
      return [itemNews(event.item, `${event.outcome}${took} ${count}`)]
    const { what, why, remedy } = failureWords(event.failure, this.#label(event.item))
    const step = this.#steps.get(event.item)
    const stack = 'stack' in event.failure ? (event.failure.stack ?? '') : ''
    return [
      `${endWords(event)}${event.outcome === 'gated' ? '' : took} ${count}`,
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
    const stopped =
      'running items have a moment to finish; the others resume after their last saved step.'
    if (event.cause === 'SIGINT') return `Stopping: ${stopped} Ctrl+C again to kill now.`
    const why = costStopWords(event) ?? this.#pool.stopWords(event) ?? STOPPED[event.cause]
    return `Stopping (${why}): ${stopped}`
  }

  #label(item: ItemId): string {
    return this.#labels.get(item) ?? item
  }
}

/** `FAILED`; an item at a gate has not failed. */
function endWords({ outcome, failure }: EventOf<'item-ended'>): string {
  return failure?.reason === 'question'
    ? `waiting for you (${failure.gate})`
    : outcome.toUpperCase()
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
  quota: 'every credential is rate-limited until after the run’s time limit',
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
