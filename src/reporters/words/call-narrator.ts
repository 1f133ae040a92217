/** Model calls in words, and what is not known of them: each warning once in a run. */
import type { EventOf } from '../../model/event.ts'
import { formatDuration } from './format-duration.ts'
import type { Line } from './narrator.ts'

type CallEnded = EventOf<'call-ended'>

export class CallNarrator {
  /** Models of which it was said that nobody knows what they cost. */
  readonly #unpriced = new Set<string>()
  #isUnnamedTold = false

  tell(event: CallEnded): Line[] {
    const warning = event.model === '' ? this.#unknownModel(event) : this.#unknownCost(event)
    return [
      { item: event.item, text: callWords(event), level: 'detail' },
      ...(warning === undefined ? [] : [{ text: warning, level: 'news' } as const]),
    ]
  }

  /** Whoever gives no name will not do so the next time either. */
  #unknownModel({ credential, cost }: CallEnded): string | undefined {
    if (this.#isUnnamedTold) return undefined
    this.#isUnnamedTold = true
    return `Warning: an answer with ${credential} names no model: whether it is the one that was asked${cost === null ? ', and what it costs,' : ''} is not known. As a review it is refused, unless aliases allow an answer without a name.`
  }

  #unknownCost({ model, cost }: CallEnded): string | undefined {
    if (cost !== null || this.#unpriced.has(model)) return undefined
    this.#unpriced.add(model)
    return `Warning: what ${model} costs is not known, so no cost limit holds for it. Set its price under prices in the config.`
  }
}

function callWords(event: CallEnded): string {
  const { inputTokens, outputTokens } = event.usage
  const cost = event.cost === null ? 'cost unknown' : `$${event.cost.toFixed(4)}`
  const model = event.model === '' ? 'an unnamed model' : event.model
  return `${event.task}: ${model} with ${event.credential}, ${inputTokens} + ${outputTokens} tokens, ${cost} (${formatDuration(event.durationMs)})`
}
