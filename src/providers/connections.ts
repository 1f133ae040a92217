/** The connections of this process to providers: undici's, direct or through the environment's proxies. */
import { lookup as systemLookup } from 'node:dns'
import { type AgentOptions, globalAgent } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'

const CONNECT_WITHIN_MS = 10_000
/** Servers close idle connections after 5 s, some without notice: a request sent then would be lost. */
const IDLE_MS = 4_000

export interface Connections {
  readonly dispatcher: Dispatcher
  /** Whether the lookup of a host name is still under way. */
  readonly isLookingUp: (hostname: string) => boolean
}

export function openConnections({
  connectWithinMs = CONNECT_WITHIN_MS,
  lookup = systemLookup,
}: {
  readonly connectWithinMs?: number
  readonly lookup?: LookupFunction
} = {}): Connections {
  const names = new Set<string>()
  const watched: LookupFunction = (hostname, options, callback) => {
    names.add(hostname)
    lookup(hostname, options, (...found) => {
      names.delete(hostname)
      callback(...found)
    })
  }
  const options = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, allowH2: false }
  const dispatcher = usesProxies()
    ? new EnvHttpProxyAgent({ ...options, connectTimeout: connectWithinMs })
    : new Agent({ ...options, connect: { timeout: connectWithinMs, lookup: watched } })
  return { dispatcher, isLookingUp: (hostname) => names.has(hostname) }
}

/** Whether Node uses the proxies of the environment: `NODE_USE_ENV_PROXY=1`. */
function usesProxies(): boolean {
  const { options } = globalAgent as { readonly options?: AgentOptions }
  return options?.proxyEnv !== undefined
}
