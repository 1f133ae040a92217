/** Where and how a request failed, in the words of Node: what users search for. */

/** Without userinfo, path and query, which may hold a key. */
export function addressOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** Of a host with several addresses Node's error has one error for each, and a code of its own or not. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  if (error.name === 'TimeoutError') return 'TIMEOUT' // of `AbortSignal.timeout`
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? 'UNKNOWN' : codeOf(error.cause)
}
