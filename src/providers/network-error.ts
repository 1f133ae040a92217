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

/**
 * A certificate that is not accepted: no wait makes it better, only a person does. Named by OpenSSL and
 * Node; errors of the handshake itself (EPROTO, ERR_SSL_…) may pass and are not among them.
 */
export function isCertificateCode(code: string): boolean {
  return /CERT|^UNABLE_TO_|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$/.test(code)
}
