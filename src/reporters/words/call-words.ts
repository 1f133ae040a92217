/** Model calls in words, and warnings about unknown names and prices. */
import { PROVIDERS, type StructuredWay } from '../../model/calls/provider.ts'
import type { EventOf } from '../../model/event.ts'
import { formatDuration } from './format-duration.ts'
import { type Line, line } from './line.ts'
import { seconds } from './wait-words.ts'

type CallEnded = EventOf<'call-ended'>

/** `warned`: what earlier warnings of this run were about; the empty name is that of all unnamed models. */
export function callLines(event: CallEnded, warned: Set<string>): Line[] {
  const lines = line('trace', callWords(event), event.item)
  const warning = event.model === '' ? unnamedWarning(event) : priceWarning(event)
  const warnings = [
    ...(warning === undefined ? [] : [{ about: event.model, text: warning }]),
    ...(event.unsupported ?? []).map((what) => ({
      about: `${event.model} ${what}`,
      text: `Warning: model ${event.model} does not take a setting of its role as it is: ${what}`,
    })),
  ]
  const fresh = warnings.filter(({ about }) => !warned.has(about))
  for (const { about } of fresh) warned.add(about)
  return [...lines, ...fresh.flatMap(({ text }) => line('news', text))]
}

const WAYS: Readonly<Record<StructuredWay, string>> = {
  schema: 'by JSON schema',
  json: 'in JSON mode',
  tool: 'as the input of a tool',
  prompt: 'by words in the prompt',
}

/** Each item tries once; a run reports it once. */
export function formLines(event: EventOf<'form-refused'>, warned: Set<string>): Line[] {
  const { model, way, next, message } = event
  const about = `${model} ${way}`
  if (warned.has(about)) return []
  warned.add(about)
  const [provider = ''] = model.split(':', 1)
  const hint =
    PROVIDERS[provider] === undefined
      ? ` Skip the try with providers.${provider}.structured: '${next}'.`
      : ''
  const words = `${model} refuses answers ${WAYS[way]} (${message.replace(/\.$/, '')}); asking ${WAYS[next]}.${hint}`
  return line('news', words)
}

function unnamedWarning({ credential, cost }: CallEnded): string {
  return `Warning: an answer with ${credential} names no model, so the requested model cannot be confirmed${cost === null ? ' and the cost is unknown' : ''}. Such a review is refused, unless aliases allow an unnamed model.`
}

function priceWarning({ model, cost }: CallEnded): string | undefined {
  if (cost !== null) return undefined
  return `Warning: the price of ${model} is unknown, so no cost limit applies to it. Set it under prices in the config.`
}

function callWords(event: CallEnded): string {
  const { inputTokens, outputTokens } = event.usage
  const cost = event.cost === null ? 'cost unknown' : `$${event.cost.toFixed(4)}`
  const model = event.model === '' ? 'an unnamed model' : event.model
  return `${event.task}: ${model} with ${event.credential}, ${inputTokens} + ${outputTokens} tokens, ${cost} (${formatDuration(event.durationMs)})`
}

export function retriedWords(event: EventOf<'call-retried'>): string {
  const { task, message, attempt, retries, pauseMs, cost } = event
  const when = pauseMs === null ? '' : ` in ${seconds(pauseMs)}`
  // Below a hundredth of a cent it is not worth a word; the sum has it.
  const dollars = cost === null ? 'at an unknown price' : `about $${(cost ?? 0).toFixed(4)}`
  const paid =
    cost === undefined || (cost !== null && cost < 0.0001)
      ? ''
      : ` (what came is charged, ${dollars})`
  return `${task}: ${message.replace(/\.$/, '')}${paid}; retry ${attempt} of ${retries}${when}.`
}
