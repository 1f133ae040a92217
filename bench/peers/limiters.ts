/**
 * Limiters, one for each key, told the true limits where these are known. They know no other key:
 * calls are dealt out to keys beforehand, in proportion to what a key may do.
 */
import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { type BenchKey, type BenchScenario, callsOf, tokensOf } from '../credentials/scenario.ts'
import type { Job, Place, Strategy } from './exchange.ts'
import { retrying } from './retries.ts'

const RETRIES = 8
/** How often bottleneck may refill at most. */
const REFILL_MS = 250

/** It counts calls only: where tokens are limited, as many as fit on average. */
export const pQueue: Strategy = (place) => {
  const { scenario } = place
  const mean =
    sum(callsOf(scenario).map((call) => tokensOf(scenario, call))) / callsOf(scenario).length
  const queues = scenario.keys.map((key) => {
    const { requests = Math.floor((key.tokens ?? Number.POSITIVE_INFINITY) / mean) } = key
    const isLimited = scenario.isKnown && Number.isFinite(requests)
    return new PQueue({
      ...(isLimited ? { intervalCap: requests, interval: scenario.windowMs, strict: true } : {}),
      ...(scenario.isKnown && key.concurrency ? { concurrency: key.concurrency } : {}),
    })
  })
  const keyOf = dealer(scenario)
  return async (job) => {
    const key = keyOf(job)
    await queues[key]?.add(() => retrying(RETRIES, () => place.send(job, key)))
  }
}

export const pThrottleWeighted: Strategy = (place) => {
  const { scenario } = place
  const throttled = scenario.keys.map((key, index) => {
    const send = (job: Job) => place.send(job, index)
    const limit = key.tokens ?? key.requests
    if (!scenario.isKnown || limit === undefined) return send
    const weight = (job: Job) => weightOf(scenario, key, job)
    return pThrottle({ limit, interval: scenario.windowMs, strict: true, weight })(send)
  })
  const keyOf = dealer(scenario)
  return (job) => retrying(RETRIES, async () => throttled[keyOf(job)]?.(job))
}

export const bottleneck: Strategy = (place) => {
  const { scenario } = place
  const limiters = scenario.keys.map((key) => bottleneckOf(place, key))
  const keyOf = dealer(scenario)
  return (job) => {
    const index = keyOf(job)
    const key = scenario.keys[index] as BenchKey
    const weight = weightOf(scenario, key, job)
    return retrying(RETRIES, async () =>
      limiters[index]?.schedule({ weight }, () => place.send(job, index)),
    )
  }
}

function bottleneckOf({ scenario }: Place, key: BenchKey): Bottleneck {
  if (!scenario.isKnown) return new Bottleneck()
  const limit = key.tokens ?? key.requests
  if (limit === undefined) return new Bottleneck({ maxConcurrent: key.concurrency ?? null })
  return new Bottleneck({
    reservoir: limit,
    reservoirIncreaseInterval: REFILL_MS,
    reservoirIncreaseAmount: (limit * REFILL_MS) / scenario.windowMs,
    reservoirIncreaseMaximum: limit,
  })
}

function weightOf(scenario: BenchScenario, key: BenchKey, { call }: Job): number {
  return key.tokens === undefined ? 1 : tokensOf(scenario, call)
}

/** Deals calls out so that every key has its part. */
export function dealer(scenario: BenchScenario): (job: Job) => number {
  const sizes = scenario.keys.map(({ tokens, requests, concurrency }) =>
    scenario.isKnown ? (tokens ?? requests ?? concurrency ?? 1) : 1,
  )
  const dealt = sizes.map(() => 0)
  const keys = callsOf(scenario).map((call) => {
    const loads = dealt.map((load, index) => load / (sizes[index] as number))
    const key = loads.indexOf(Math.min(...loads))
    dealt[key] = (dealt[key] as number) + tokensOf(scenario, call)
    return key
  })
  return ({ index }) => keys[index] as number
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
