/** Scripted answers and errors: rules over the usual answers. The first that fits decides. */
import { z } from 'zod'
import { STRUCTURED_WAYS } from '../../model/calls/provider.ts'
import { type Answer, type AskedCall, answerSchema } from '../answer.ts'
import { digest } from '../digest.ts'
import { keyNumber, PROVIDER_NAMES, providerOf } from '../limits/limits.ts'
import type { Arrival } from '../provider-state.ts'
import { markerOf } from './marker.ts'

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1)])
const word = z.string().min(1)
const count = z.int().min(0)
const fromOne = z.int().min(1)

export const ruleSchema = z.strictObject({
  /** What a call must be like; what is not said fits any. */
  when: z
    .strictObject({
      task: oneOrMore(word).optional(),
      item: oneOrMore(word).optional(),
      round: oneOrMore(count).optional(),
      attempt: oneOrMore(fromOne).optional(),
      model: oneOrMore(word).optional(),
      provider: oneOrMore(z.enum(PROVIDER_NAMES)).optional(),
      key: oneOrMore(count).optional(),
      /** How the form of its answer is asked for. */
      structured: oneOrMore(z.enum(STRUCTURED_WAYS)).optional(),
      /** How many results of tools its messages have. */
      toolResults: oneOrMore(count).optional(),
      /** Time since the first request that the server got: from, and up to but without. */
      sinceMs: count.optional(),
      untilMs: fromOne.optional(),
      /** Every n-th of all requests; the first n of them. */
      every: fromOne.optional(),
      first: fromOne.optional(),
      /** How likely it fits, by the seed: the same requests have the same luck. */
      chance: z.number().min(0).max(1).optional(),
    })
    .default({}),
  /** What happens then; what is not said is as usual. */
  answer: answerSchema
    .refine(
      ({ error, message, retryAfterMs }) =>
        error !== undefined || (message === undefined && retryAfterMs === undefined),
      { error: '`message` and `retryAfterMs` need an `error`' },
    )
    .refine(({ text, tool }) => text === undefined || tool === undefined, {
      error: '`text` and `tool` exclude each other',
    }),
})

export type Rule = z.output<typeof ruleSchema>

export function findRule(
  rules: readonly Rule[],
  call: AskedCall,
  arrival: Arrival,
): Rule | undefined {
  return rules.find(
    ({ when }, place) =>
      fitsCall(when, call, arrival.attempt) &&
      fitsTime(when, arrival) &&
      luck(arrival, place) < (when.chance ?? 1),
  )
}

/** An error keeps the usual text, for faults that start with an answer. */
export function withRule(usual: Answer, said: Rule['answer']): Answer {
  const { error, text } = said
  if (error !== undefined) return { ...usual, ...said, error }
  return text === undefined ? { ...usual, ...said } : { ...said, text }
}

function fitsCall(when: Rule['when'], call: AskedCall, attempt: number): boolean {
  const marker = markerOf(call)
  const facts: readonly (readonly [unknown, unknown])[] = [
    [when.task, marker?.task],
    [when.item, marker?.item],
    [when.round, marker?.round],
    [when.attempt, attempt],
    [when.model, call.model],
    [when.provider, providerOf(call)],
    [when.key, keyNumber(call.key)],
    [when.structured, call.structured ?? 'prompt'],
    [when.toolResults, call.toolResults ?? 0],
  ]
  return facts.every(
    ([wanted, fact]) =>
      wanted === undefined || (fact !== undefined && [wanted].flat().includes(fact)),
  )
}

function fitsTime(when: Rule['when'], { sinceMs, request }: Arrival): boolean {
  const { sinceMs: from = 0, untilMs: to = Number.POSITIVE_INFINITY, every = 1 } = when
  const { first = Number.POSITIVE_INFINITY } = when
  return sinceMs >= from && sinceMs < to && request % every === 0 && request <= first
}

/** From 0 to just below 1, and other for every rule and attempt. */
function luck({ id, attempt }: Arrival, place: number): number {
  return Number.parseInt(digest(id, attempt, place).slice(0, 12), 16) / 2 ** 48
}
