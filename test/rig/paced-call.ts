/** A call whose time is moved: the events of each answer come one by one, and the clock stands still otherwise. */
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import type { Protocol } from '../../src/model/calls/provider.ts'
import type { StartTimer } from '../../src/providers/exchange.ts'
import { testProvider } from './mock-models.ts'
import { servedCall } from './model-calls.ts'

const IDLE_MS = 60_000
const TIMEOUT_MS = 300_000

/** How long it takes from an event of an answer to the next one; requests and events are counted from 0. */
type Pace = (request: number, event: number) => number

export async function pacedCall(protocol: Protocol, answer: AnswerFunction, pace: Pace) {
  const { url } = await testProvider(answer)
  const clock = new MovedClock()
  let stream: PacedStream | undefined
  let requests = 0
  const served = await servedCall(
    async (request, response) => {
      const { method = '', headers, url: path = '' } = request
      const body = await text(request)
      const sent = { method, body, headers: headers as Record<string, string> }
      const answered = await fetch(`${url}/${protocol === 'google' ? 'v1beta' : 'v1'}${path}`, sent)
      const number = requests++
      const type = answered.headers.get('content-type') ?? ''
      response.writeHead(answered.status, { 'content-type': type })
      stream = new PacedStream(response, await answered.text())
      stream.onGap = (event) => clock.move(pace(number, event))
      stream.next()
    },
    { protocol },
  )
  const startTimer: StartTimer = (ms, then) => {
    if (ms === IDLE_MS) stream?.wasSeen()
    return clock.startTimer(ms, then)
  }
  const limits = { timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, startTimer }
  return { ...served, call: { ...served.call, ...limits }, clock }
}

class PacedStream {
  readonly #response: ServerResponse
  readonly #events: string[]
  #seen = -1
  /** Lets the time pass until the next event. */
  onGap: (event: number) => void = () => {}

  constructor(response: ServerResponse, body: string) {
    this.#response = response
    this.#events = body.split(/(?<=\n\n)/)
  }

  /** The client has begun to wait: at first behind the headers, then behind each event. */
  wasSeen(): void {
    const event = this.#seen++
    if (event < 0) return
    setImmediate(() => {
      this.onGap(event)
      this.next()
    })
  }

  next(): void {
    const event = this.#events.shift()
    if (this.#response.destroyed) return
    if (event === undefined) this.#response.end()
    else this.#response.write(event)
  }
}

class MovedClock {
  #timers: { readonly at: number; readonly then: () => void }[] = []
  now = 0

  startTimer(ms: number, then: () => void): () => void {
    const timer = { at: this.now + ms, then }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  move(ms: number): void {
    this.now += ms
    for (const { then } of this.#timers.filter(({ at }) => at <= this.now)) then()
  }
}
