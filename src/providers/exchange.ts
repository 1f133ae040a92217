/**
 * One HTTP request and its whole answer. A request without an answer is a `NetworkError`; an answer that
 * stops in the middle is given as far as it came. By undici's `request`, not by its `fetch`, which sends
 * some requests again by itself (421), refuses ports, and turns a 407 into a network error.
 */
import { type Dispatcher, errors, request as send } from 'undici'
import { addressOf } from '../model/calls/network-fault.ts'
import { type Connections, openConnections } from './connections.ts'
import { NetworkError, nodeCodeOf, type Phase } from './network-error.ts'
import { type ResponseBody, readBody } from './response-body.ts'

/** Far above the longest answer of any model. */
const MOST_BYTES = 32 * 2 ** 20

export interface HttpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends it with the signal's reason. */
  readonly signal: AbortSignal
  /** How long the whole exchange may take; with `idleMs`, until its answer begins. */
  readonly timeoutMs?: number
  /** How long the answer may be silent once it has begun. */
  readonly idleMs?: number
  /** How time is measured; left out, as it passes. */
  readonly startTimer?: StartTimer
  /** The answer as it comes. */
  readonly onChunk?: (chunk: Buffer) => void
  /** The largest body, also after decompression. */
  readonly mostBytes?: number
  readonly connections?: Connections
}

/** Calls back once after so many milliseconds, unless what it returns is called before. */
export type StartTimer = (ms: number, then: () => void) => () => void

const passing: StartTimer = (ms, then) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

export interface HttpResponse extends Pick<ResponseBody, 'undecoded' | 'tooLarge'> {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: string
  /** Why the body is not whole. */
  readonly cut?: NetworkError
}

const shared = openConnections()

/** Follows no redirect: a key goes where it was sent, and a redirect is an answer. */
export async function exchange(address: string, request: HttpRequest): Promise<HttpResponse> {
  const { signal, timeoutMs, idleMs, mostBytes = MOST_BYTES, connections = shared } = request
  const { startTimer = passing } = request
  const url = new URL(address)
  signal.throwIfAborted()
  const timeout = new AbortController()
  const giveUp = () => timeout.abort(new DOMException('No answer in time.', 'TimeoutError'))
  let stopTimer = timeoutMs === undefined ? undefined : startTimer(timeoutMs, giveUp)
  const isAlive = () => {
    if (idleMs === undefined) return
    stopTimer?.()
    stopTimer = startTimer(idleMs, giveUp)
  }
  const ending = AbortSignal.any([signal, timeout.signal])
  let phase: Phase = 'connect'
  const dispatcher = connections.dispatcher.compose(
    onConnected(() => {
      phase = 'response'
    }),
  )
  const faultOf = (error: unknown): NetworkError => {
    signal.throwIfAborted()
    if (error instanceof errors.InvalidArgumentError) throw error // the request's own fault, of which nothing was sent
    const code = nodeCodeOf(error)
    const isNameless = code === 'ETIMEDOUT' && connections.isLookingUp(url.hostname)
    const named = { code: isNameless ? 'EAI_AGAIN' : code, address: addressOf(url), phase }
    return new NetworkError(named, error)
  }
  try {
    const sent = send(url, { ...wire(request), signal: ending, dispatcher })
    // While it connects, undici does not end a request that is aborted.
    const response = await Promise.race([sent, abortOf(ending)])
    phase = 'body'
    isAlive()
    const onChunk = (chunk: Buffer) => {
      isAlive()
      request.onChunk?.(chunk)
    }
    const { statusCode: status, statusText } = response
    const headers = headersOf(response.headers)
    const encoding = headers.get('content-encoding')
    const {
      text: body,
      cutBy,
      ...rest
    } = await readBody(response.body, {
      encoding,
      mostBytes,
      onChunk,
    })
    const cut = cutBy === undefined ? {} : { cut: faultOf(cutBy) }
    return { status, statusText, headers, body, ...rest, ...cut }
  } catch (error) {
    throw error instanceof NetworkError ? error : faultOf(error)
  } finally {
    stopTimer?.()
  }
}

/** Without undici's own limits of 300 s: the only clock is that of the call. */
function wire({ method, headers, body }: HttpRequest) {
  const plain = { ...headers, 'accept-encoding': 'identity' }
  return { method, headers: plain, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Undici starts a request when it has a connection for it. */
function onConnected(then: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (...start) => {
        then()
        handler.onRequestStart?.(...start)
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...head) => handler.onResponseStart?.(...head),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failed) => handler.onResponseError?.(...failed),
    })
}

function headersOf(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(received))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}
