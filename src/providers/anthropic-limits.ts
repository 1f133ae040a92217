/** Anthropic's limits: in the headers of every response, and in the words of a refusal. */
import type { Dimension, LimitReading } from '../model/lease.ts'
import { limitReading } from './limit-reading.ts'
import type { Refusal } from './refusal.ts'

export function anthropicLimits(headers: Headers, refusal: Refusal | undefined): LimitReading[] {
  return [...inHeaders(headers), ...inWords(refusal)]
}

const DIMENSIONS: readonly Dimension[] = ['requests', 'tokens', 'input-tokens', 'output-tokens']

function inHeaders(headers: Headers): LimitReading[] {
  return DIMENSIONS.flatMap((dimension) => {
    const name = `anthropic-ratelimit-${dimension}`
    const limit = headers.get(`${name}-limit`)
    const remaining = headers.get(`${name}-remaining`)
    return limitReading({ dimension, per: 'minute', limit, remaining })
  })
}

function inWords(refusal: Refusal | undefined): LimitReading[] {
  const words =
    /\bof ([\d,]+) (requests|tokens|input tokens|output tokens) per (minute|day)/.exec(
      refusal?.message ?? '',
    ) ?? []
  const [, limit, counted = '', per] = words
  if (limit === undefined) return []
  const dimension = counted.replace(' ', '-') as Dimension
  return limitReading({ dimension, per: per as 'minute' | 'day', limit })
}
