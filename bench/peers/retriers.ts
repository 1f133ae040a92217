/** Libraries that try again with the key a call was given: AI SDK, LangChain, Smithy. */

import { setTimeout as sleep } from 'node:timers/promises'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { AsyncCaller } from '@langchain/core/utils/async_caller'
import { AdaptiveRetryStrategy } from '@smithy/util-retry'
import { generateText } from 'ai'
import { keyValue, MODEL, MOST_OUTPUT } from '../credentials/scenario.ts'
import { Refused, type Strategy, textOf } from './exchange.ts'
import { dealer } from './limiters.ts'
import { waitOf } from './retries.ts'

const RETRIES = 8

/** Its own retries, which follow the headers. */
export const aiSdk: Strategy = ({ scenario, url }) => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const models = scenario.keys.map((_, index) => {
    const apiKey = keyValue(index)
    if (scenario.protocol === 'google')
      return createGoogle({ baseURL: `${url}/v1beta`, apiKey })(MODEL)
    return createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, apiKey })(MODEL)
  })
  const keyOf = dealer(scenario)
  return async (job) => {
    const model = models[keyOf(job)]
    if (model === undefined) return
    const prompt = textOf(job)
    await generateText({ model, prompt, maxOutputTokens: MOST_OUTPUT, maxRetries: RETRIES })
  }
}

/** One caller for each key, with as many calls at once as the key may have. */
export const langChain: Strategy = ({ scenario, send }) => {
  const callers = scenario.keys.map(
    ({ concurrency }) =>
      new AsyncCaller({
        ...(scenario.isKnown && concurrency !== undefined ? { maxConcurrency: concurrency } : {}),
      }),
  )
  const keyOf = dealer(scenario)
  return async (job) => {
    const key = keyOf(job)
    await callers[key]?.call(() => send(job, key))
  }
}

type Token = Parameters<AdaptiveRetryStrategy['recordSuccess']>[0]

/** The rate that AWS clients find by themselves, one for each key. */
export const smithy: Strategy = ({ scenario, send }) => {
  const strategies = scenario.keys.map(() => new AdaptiveRetryStrategy(async () => RETRIES + 1))
  const keyOf = dealer(scenario)
  return async (job) => {
    const key = keyOf(job)
    const strategy = strategies[key] as AdaptiveRetryStrategy
    let token = (await strategy.acquireInitialRetryToken('bench')) as Token
    for (;;) {
      try {
        await send(job, key)
        return strategy.recordSuccess(token)
      } catch (error) {
        const wait = waitOf(error)
        const retryAfterHint = wait === undefined ? undefined : new Date(Date.now() + wait)
        const about = { errorType: kindOf(error), ...(retryAfterHint && { retryAfterHint }) }
        token = (await strategy.refreshRetryTokenForRetry(token, about)) as Token
        await sleep(token.getRetryDelay())
      }
    }
  }
}

function kindOf(error: unknown): 'THROTTLING' | 'SERVER_ERROR' | 'CLIENT_ERROR' | 'TRANSIENT' {
  if (!(error instanceof Refused)) return 'TRANSIENT'
  if (error.status === 429) return 'THROTTLING'
  return error.status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR'
}
