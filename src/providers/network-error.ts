/** How a request ended that has no whole answer, as data: how far it came, a code, and where. */
import type { NetworkFault } from '../model/calls/lease.ts'
import { codeOf } from '../model/calls/network-fault.ts'

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

/** Undici's codes by the names that Node has for the same, which users search for. */
const NODE_CODES: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  /** A proxy that refuses the tunnel; undici calls that aborted. */
  UND_ERR_ABORTED: 'ERR_PROXY_TUNNEL',
  UND_ERR_PRX_CONN: 'ERR_PROXY_TUNNEL',
}

export function nodeCodeOf(error: unknown): string {
  const code = codeOf(error)
  // "bad upgrade", "bad response": the connection is fine, the server's protocol is not.
  const isProtocol = code === 'UND_ERR_SOCKET' && /^bad /.test((error as Error).message)
  return isProtocol ? 'EPROTO' : (NODE_CODES[code] ?? code)
}

/**
 * A certificate that is not accepted: no wait makes it better, only a person does. Named by OpenSSL and
 * Node; errors of the handshake itself (EPROTO, ERR_SSL_…) may pass and are not among them.
 */
export function isCertificateCode(code: string): boolean {
  return /CERT|^UNABLE_TO_|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$/.test(code)
}
