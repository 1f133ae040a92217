/** How a request ended that has no whole answer, as data: how far it came, a code, and where. */
import type { NetworkFault } from '../model/lease.ts'

/** No connection, nothing after the request, or a part of an answer. */
export type Phase = 'connect' | 'response' | 'body'

export class NetworkError extends Error implements NetworkFault {
  override readonly name = 'NetworkError'
  readonly code: string
  readonly address: string
  readonly phase: Phase

  constructor({ code, address, phase }: NetworkFault & { readonly phase: Phase }, cause?: unknown) {
    super(`${code} ${address}`, { cause })
    this.code = code
    this.address = address
    this.phase = phase
  }
}

/** Without userinfo, path and query, which may hold a key. */
export function addressOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** Of a host with several addresses Node's error has one error for each, and a code of its own or not. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? 'UNKNOWN' : codeOf(error.cause)
}

/**
 * A certificate that is not accepted: no wait makes it better, only a person does. Named by OpenSSL and
 * Node; errors of the handshake itself (EPROTO, ERR_SSL_…) may pass and are not among them.
 */
export function isCertificateCode(code: string): boolean {
  return /CERT|^UNABLE_TO_|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$/.test(code)
}
