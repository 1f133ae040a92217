/** Turns events into lines for the screen and `coordinator.log`. */
import type { Event, EventOf } from '../../model/event.ts'
import type { Failure } from '../../model/failure.ts'
import type { ItemId } from '../../model/ids.ts'
import { unreachable } from '../../model/unreachable.ts'
import { advance, type ItemLife, newLife } from '../../scheduler/item-life.ts'
import { callLines, formLines, retriedWords } from './call-words.ts'
import { failureWords, reasonWords } from './failure-words.ts'
import { formatDuration } from './format-duration.ts'
import { publishedWords, retryWords } from './github-words.ts'
import { type Line, line } from './line.ts'
import { withOwnCommands } from './own-commands.ts'
import { PoolNarrator } from './pool-narrator.ts'
import { costStopWords, STOPPED } from './stop-words.ts'
import { gatePassedWords } from './wait-words.ts'
import { isNotStarted, leftOutLine, plural, SET_ASIDE, skipWords } from './words.ts'

interface Item extends ItemLife {
  readonly label: string
  startedAt?: number
  /** Why it resumes in another worker. */
  whyAgain?: string
  /** Saved steps that were read back and have not been reported yet. */
  reused: number
}

/** What reports the phases of an item: its steps, or the lines that its workflow prints. */
export type Phases = 'steps' | 'lines'

export class Narrator {
  readonly #items = new Map<ItemId, Item>()
  readonly #logs: string
  readonly #stepLevel: Line['level']
  readonly #pool = new PoolNarrator()
  /** Models with an unknown name or price. */
  readonly #warned = new Set<string>()
  #command = ''
  #total = 0
  #ended = 0

  /** `logs` is where the logs of this run are, as shown to the user. */
  constructor(logs: string, { phases = 'steps' }: { readonly phases?: Phases } = {}) {
    this.#logs = logs
    this.#stepLevel = phases === 'steps' ? 'detail' : 'trace'
  }

  narrate(event: Event): Line[] {
    if ('item' in event) this.#advance(event)
    switch (event.type) {
      case 'run-started':
        return this.#runStarted(event)
      case 'item-left-out':
        return line('news', leftOutLine(event, this.#command))
      case 'item-started':
        return this.#itemStarted(event)
      case 'lock-taken-over': {
        const { run, pid } = event.from
        const { label } = this.#itemOf(event)
        return line(
          'news',
          `${label} is taken over from run ${run}: its process ${pid} has exited.`,
        )
      }
      case 'checkpoint-set-aside':
        return line(
          'news',
          `starts over: ${SET_ASIDE[event.why]}; kept as ${event.keptAs}`,
          event.item,
        )
      case 'step-reused':
        return this.#stepReused(event)
      case 'step-started':
        return [
          ...line('trace', `${event.step}: started`, event.item),
          ...this.#resumedLines(event),
        ]
      case 'command-started':
        return line('trace', `runs: ${event.command}`, event.item)
      case 'step-saved': {
        const took = formatDuration(event.durationMs)
        return line(this.#stepLevel, `${event.step}: saved (${took})`, event.item)
      }
      case 'step-failed': {
        const { what } = failureWords(event.failure, this.#itemOf(event).label)
        return line('trace', `${event.step}: failed: ${what}`, event.item)
      }
      case 'item-killed':
        return this.#diedOf(event, event.failure)
      case 'worker-exited':
        return this.#diedOf(
          event,
          event.report && 'failure' in event.report ? event.report.failure : undefined,
        )
      case 'item-ended':
        return this.#itemEnded(event)
      case 'run-resumed':
        return line('news', `Resumed after ${formatDuration(event.suspendedMs)} of sleep.`)
      case 'run-stopping':
        return line('news', this.#stopping(event))
      case 'call-retried':
        return line('news', retriedWords(event), event.item)
      case 'call-ended':
        return callLines(event, this.#warned)
      case 'form-refused':
        return formLines(event, this.#warned)
      case 'github-retried':
        return line('news', retryWords(event), event.item)
      case 'github-published':
        return line('news', publishedWords(event), event.item)
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
        return line('detail', gatePassedWords(event), event.item)
      case 'item-queued':
      case 'item-produced':
      case 'lease-granted':
      case 'lease-refused':
      case 'lease-returned':
      case 'call-started':
      case 'call-progress':
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

  #advance(event: Event & { readonly item: ItemId }): void {
    if (event.type === 'item-queued')
      this.#items.set(event.item, { ...newLife(), label: event.label, reused: 0 })
    const item = this.#itemOf(event)
    advance(item, event)
    this.#pool.noteWait(event.item, item.waits.length > 0)
  }

  #itemOf({ item: id }: { readonly item: ItemId }): Item {
    const item = this.#items.get(id) ?? { ...newLife(), label: id, reused: 0 }
    this.#items.set(id, item)
    return item
  }

  #runStarted(event: EventOf<'run-started'>): Line[] {
    this.#total = event.items
    this.#command = event.command
    const done = event.alreadyDone === 0 ? '' : ` (${event.alreadyDone} done before)`
    if (event.items === 0) return line('news', `Nothing to do for ${event.workflow}${done}.`)
    const items = `${plural(event.items, 'item')}${done}, ${event.limits.parallel} at a time`
    return [
      ...line('news', `Run ${event.run}: ${event.workflow}, ${items}.`),
      ...line('news', `Logs: ${this.#logs}   Stop safely: Ctrl+C`),
    ]
  }

  #itemStarted(event: EventOf<'item-started'>): Line[] {
    const item = this.#itemOf(event)
    if (event.attempt === 1) {
      item.startedAt = event.at
      return line('trace', 'started', event.item)
    }
    const { whyAgain = 'its worker died' } = item
    delete item.whyAgain
    const words = `resuming in a new worker (attempt ${event.attempt}): ${whyAgain}`
    return line('news', words, event.item)
  }

  #stepReused(event: EventOf<'step-reused'>): Line[] {
    if (this.#stepLevel === 'trace') this.#itemOf(event).reused += 1
    return line(this.#stepLevel, `${event.step}: ✓ cached`, event.item)
  }

  /** One line for all saved steps, where steps have no lines of their own. */
  #resumedLines(event: { readonly item: ItemId }): Line[] {
    const item = this.#itemOf(event)
    const { reused } = item
    item.reused = 0
    if (reused === 0) return []
    return line('detail', `resumes: ${plural(reused, 'step')} ✓ cached`, event.item)
  }

  #diedOf(event: { readonly item: ItemId }, failure: Failure | undefined): Line[] {
    const item = this.#itemOf(event)
    if (failure !== undefined) item.whyAgain = reasonWords(failure, item.label)
    return []
  }

  #itemEnded(event: EventOf<'item-ended'>): Line[] {
    // Items that a stop kept from starting are counted in the summary, not printed one by one.
    if (isNotStarted(event.skip)) return []
    this.#ended += 1
    const { label, startedAt, failedIn } = this.#itemOf(event)
    const preposition = event.outcome === 'interrupted' ? 'after' : 'in'
    const took =
      startedAt === undefined ? '' : ` ${preposition} ${formatDuration(event.at - startedAt)}`
    const count = `(${this.#ended}/${this.#total})`
    if (event.skip !== undefined)
      return line('news', `skipped: ${skipWords(event.skip)} ${count}`, event.item)
    const ending = (text: string): Line => ({
      item: event.item,
      text,
      level: 'news',
      isOutcome: true,
    })
    if (event.failure === undefined) return [ending(`${event.outcome}${took} ${count}`)]
    const { what, why, remedy } = failureWords(event.failure, label)
    const stack = 'stack' in event.failure ? (event.failure.stack ?? '') : ''
    const more = [
      `  What: ${failedIn === undefined ? '' : `step ${failedIn}: `}${what}`,
      ...(why === undefined ? [] : [`  Why:  ${why}`]),
      `  Do:   ${withOwnCommands(remedy, this.#command)}`,
      `  Log:  ${this.#logs}/${label}.log`,
    ]
    return [
      ending(`${endWords(event)}${event.outcome === 'gated' ? '' : took} ${count}`),
      ...more.flatMap((text) => line('news', text, event.item)),
      ...(stack === '' ? [] : line('trace', stack, event.item)),
    ]
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
}

/** `FAILED`; an item at a gate has not failed. */
function endWords({ outcome, failure }: EventOf<'item-ended'>): string {
  return failure?.reason === 'question'
    ? `waiting for you (${failure.gate})`
    : outcome.toUpperCase()
}
