/** Turns events into the lines a person reads, on the screen and in `coordinator.log`. */
import type { Event } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import { failureWords, formatDuration, leftOutWords, plural, skipWords } from './words.ts'

export interface Line {
  /** Whose line it is; the coordinator's if nobody's. */
  readonly item?: ItemId
  readonly text: string
  /** Quiet shows only `news`; `detail` is the running commentary. */
  readonly level: 'news' | 'detail'
}

export class Narrator {
  readonly #labels = new Map<ItemId, string>()
  readonly #startedAt = new Map<ItemId, number>()
  readonly #logs: string
  readonly #stacks: boolean
  #total = 0
  #ended = 0

  constructor(options: {
    /** Where the logs of this run are, as shown to the user. */
    readonly logs: string
    /** Show the stack of what was thrown. */
    readonly stacks: boolean
  }) {
    this.#logs = options.logs
    this.#stacks = options.stacks
  }

  tell(event: Event): Line[] {
    switch (event.type) {
      case 'run-started':
        return this.#runStarted(event)
      case 'item-queued':
        this.#labels.set(event.item, event.label)
        return []
      case 'item-left-out':
        return [news(`${event.label} is left out: ${leftOutWords(event.why)}.`)]
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
      case 'step-saved':
        return [detail(event.item, `${event.step}: saved (${formatDuration(event.durationMs)})`)]
      case 'item-ended':
        return this.#itemEnded(event)
      case 'run-stopping':
        return [news(this.#stopping(event))]
      case 'item-killed':
      case 'step-started':
      case 'step-failed':
      case 'command-started':
      case 'command-ended':
      case 'item-progressed':
      case 'item-stopping':
      case 'worker-exited':
      case 'run-ended':
        return []
    }
  }

  #runStarted(event: Extract<Event, { type: 'run-started' }>): Line[] {
    this.#total = event.items
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

  #itemStarted(event: Extract<Event, { type: 'item-started' }>): Line[] {
    if (event.attempt === 1) {
      this.#startedAt.set(event.item, event.at)
      return [detail(event.item, 'started')]
    }
    return [
      itemNews(event.item, `goes on in a new worker (attempt ${event.attempt}): its worker died`),
    ]
  }

  #itemEnded(event: Extract<Event, { type: 'item-ended' }>): Line[] {
    this.#ended += 1
    const startedAt = this.#startedAt.get(event.item)
    const took = startedAt === undefined ? '' : ` in ${formatDuration(event.at - startedAt)}`
    const count = `(${this.#ended}/${this.#total})`
    if (event.skip !== undefined) {
      return [itemNews(event.item, `skipped: ${skipWords(event.skip)} ${count}`)]
    }
    if (event.failure === undefined)
      return [itemNews(event.item, `${event.outcome}${took} ${count}`)]
    const { what, remedy } = failureWords(event.failure)
    const stack = this.#stacks && 'stack' in event.failure ? (event.failure.stack ?? '') : ''
    return [
      `FAILED${took} ${count}`,
      `  What: ${what}`,
      `  Do:   ${remedy}`,
      `  Log:  ${this.#logs}/${this.#label(event.item)}.log`,
      ...stack.split('\n').filter((line) => line !== ''),
    ].map((text) => itemNews(event.item, text))
  }

  #stopping(event: Extract<Event, { type: 'run-stopping' }>): string {
    if (event.force) return 'Killing everything now.'
    const why = event.cause === 'run-timeout' ? 'the run has reached its time limit' : event.cause
    return `Stopping (${why}): running items are cancelled at their last finished step. Ctrl+C again to kill now.`
  }

  #label(item: ItemId): string {
    return this.#labels.get(item) ?? item
  }
}

const SET_ASIDE = {
  'input-changed': 'its input has changed since it was begun',
  'workflow-changed': 'the workflow has another version now',
  damaged: 'its checkpoint is damaged',
} as const

function news(text: string): Line {
  return { text, level: 'news' }
}

function itemNews(item: ItemId, text: string): Line {
  return { item, text, level: 'news' }
}

function detail(item: ItemId, text: string): Line {
  return { item, text, level: 'detail' }
}
