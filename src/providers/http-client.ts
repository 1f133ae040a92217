/** Node's clients for HTTP, loaded by those who call a model: by name, since `import` reads all they export. */
import type { Agent, AgentOptions, request } from 'node:http'

export interface Client {
  readonly request: typeof request
  readonly agent: Agent
}

/** Servers close what is idle for 5 s, some without a word: a request on its way then would be lost. */
const IDLE_MS = 4_000

const made = new Map<string, Client>()

export function clientFor({ protocol }: URL): Client {
  const known = made.get(protocol)
  if (known !== undefined) return known
  const { request, Agent, globalAgent } = process.getBuiltinModule(
    protocol === 'https:' ? 'node:https' : 'node:http',
  )
  // All else is as Node has it, the environment's proxies too.
  const { options } = globalAgent as { readonly options?: AgentOptions }
  const client = { request, agent: new Agent({ keepAlive: true, ...options, timeout: IDLE_MS }) }
  made.set(protocol, client)
  return client
}
