/** Model calls in words, and what is not known of them: each warning once in a run. */
import type { EventOf } from '../../model/event.ts'
import { formatDuration } from './format-duration.ts'
import { type Line, line } from './line.ts'

type CallEnded = EventOf<'call-ended'>

export class CallNarrator {
  /** Models whose unknown price was reported. */
  readonly #unpriced = new Set<string>()
  #hasWarnedUnnamed = false

  narrate(event: CallEnded): Line[] {
    const warning = event.model === '' ? this.#unknownModel(event) : this.#unknownCost(event)
    return [
      ...line('detail', callWords(event), event.item),
      ...(warning === undefined ? [] : line('news', warning)),
    ]
  }

  /** Once is enough: the next answer will not name a model either. */
  #unknownModel({ credential, cost }: CallEnded): string | undefined {
    if (this.#hasWarnedUnnamed) return undefined
    this.#hasWarnedUnnamed = true
    return `Warning: an answer with ${credential} names no model, so the requested model cannot be confirmed${cost === null ? ' and the cost is unknown' : ''}. Such a review is refused, unless aliases allow an unnamed model.`
  }

  #unknownCost({ model, cost }: CallEnded): string | undefined {
    if (cost !== null || this.#unpriced.has(model)) return undefined
    this.#unpriced.add(model)
    return `Warning: the price of ${model} is unknown, so no cost limit applies to it. Set it under prices in the config.`
  }
}

function callWords(event: CallEnded): string {
  const { inputTokens, outputTokens } = event.usage
  const cost = event.cost === null ? 'cost unknown' : `$${event.cost.toFixed(4)}`
  const model = event.model === '' ? 'an unnamed model' : event.model
  return `${event.task}: ${model} with ${event.credential}, ${inputTokens} + ${outputTokens} tokens, ${cost} (${formatDuration(event.durationMs)})`
}
