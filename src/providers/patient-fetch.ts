/**
 * `fetch` without a clock of its own. Node's gives up after 300 s without a header or a piece of the
 * body; how long a call may take is said by its signal, and by nothing else.
 */
interface Dispatcher {
  dispatch(options: object, handler: object): boolean
}

/** Where Node's `fetch` has its connections; also proxies from the environment are set there. */
const SHARED = Symbol.for('undici.globalDispatcher.1')

const patient: Dispatcher = {
  dispatch(options, handler) {
    const shared = (globalThis as unknown as Record<symbol, Dispatcher>)[SHARED]
    if (shared === undefined) throw new Error('Node’s fetch has no shared dispatcher.')
    return shared.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
  },
}

export function patientFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, dispatcher: patient } as RequestInit)
}
