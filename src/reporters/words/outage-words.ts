/** A provider that does not answer, in words: which one, and how it fails. */
import type { NetworkFault, Outage } from '../../model/calls/lease.ts'

export function outageWords(provider: string, outage: Outage | undefined): string {
  if (outage === undefined) return `provider ${provider} failing`
  const { code, address } = outage
  return `provider ${provider} ${address === null ? 'failing' : 'not reachable'} (${code})`
}

/** The meaning of common codes. */
export function faultWords({ code }: NetworkFault): string | undefined {
  return MEANING[code] ?? (/CERT/.test(code) ? 'certificate not accepted' : undefined)
}

const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused, nothing listens there',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name lookup failed',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ECONNRESET: 'connection closed by the other side',
  EPIPE: 'connection closed by the other side',
  EPROTO: 'the server does not speak this protocol',
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in the chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another host name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate of an unknown authority',
}
