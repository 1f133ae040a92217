/** One call over HTTP with one key, as a peer makes it; what a refusal says is in the error. */
import {
  type BenchCall,
  type BenchScenario,
  keyValue,
  MODEL,
  MOST_OUTPUT,
  promptOf,
} from '../credentials/scenario.ts'

export interface Job {
  readonly call: BenchCall
  /** Its number among all calls. */
  readonly index: number
}

/** What a peer is given: the scenario, where the provider is, and a way to make a call. */
export interface Place {
  readonly scenario: BenchScenario
  readonly url: string
  readonly send: (job: Job, key: number) => Promise<void>
}

/** Makes the call; rejects if it is lost. */
export type Strategy = (
  place: Place,
) => ((job: Job) => Promise<void>) | Promise<(job: Job) => Promise<void>>

export class Refused extends Error {
  readonly status: number
  readonly headers: Headers
  /** How long to wait, if the provider said so. */
  readonly waitMs: number | undefined

  constructor(status: number, headers: Headers, body: string) {
    super(body)
    this.status = status
    this.headers = headers
    this.waitMs = waitMsOf(headers, body)
  }
}

/** Keys are only told apart in the prompt, so that a call is the same with each of them. */
export function textOf({ call, index }: Job): string {
  const marker = `<!-- agentos task=bench.call item=w0 round=${index + 1} -->\n`
  return marker + promptOf(call, marker)
}

export function sender(scenario: BenchScenario, url: string): Place['send'] {
  return async (job, key) => {
    const { path, headers, body } = request(scenario, textOf(job), keyValue(key))
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(response.status, response.headers, text)
  }
}

function request({ protocol }: BenchScenario, text: string, key: string) {
  if (protocol === 'google') {
    return {
      path: `/v1beta/models/${MODEL}:generateContent`,
      headers: { 'x-goog-api-key': key },
      body: {
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: { maxOutputTokens: MOST_OUTPUT },
      },
    }
  }
  return {
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: { model: MODEL, max_tokens: MOST_OUTPUT, messages: [{ role: 'user', content: text }] },
  }
}

function waitMsOf(headers: Headers, body: string): number | undefined {
  const ms = headers.get('retry-after-ms')
  if (ms !== null) return Number(ms)
  const seconds = headers.get('retry-after')
  if (seconds !== null) return Number(seconds) * 1_000
  const delay = /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1]
  return delay === undefined ? undefined : Number(delay) * 1_000
}
