/**
 * A scenario with a peer: its workers are loops in one process, which is easier than processes of
 * their own. The peers are installed when they are first wanted.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { MockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { PEERS_FOLDER } from '../install-peers.ts'
import { begin, LONGEST_MS } from './measured.ts'
import type { BenchScenario } from './scenario.ts'

export const PEERS = [
  'cooldown router',
  'rotate',
  'AI SDK',
  'LangChain',
  'p-queue',
  'p-throttle',
  'bottleneck',
  'Smithy',
  'Portkey',
] as const

export function isPeer(name: string): boolean {
  return (PEERS as readonly string[]).includes(name)
}

/** How long it took, from its first call to its last answer; null if too long. */
export async function runPeer(
  peer: string,
  scenario: BenchScenario,
  provider: MockProvider,
): Promise<number | null> {
  const child = fork(join(PEERS_FOLDER, 'main.ts'), [peer, scenario.name, provider.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  let makespanMs: number | null = null
  child.on('message', (message: 'ready' | { makespanMs: number }) => {
    if (message === 'ready') return
    makespanMs = message.makespanMs
  })
  await Promise.race([once(child, 'message'), exited])
  await begin(scenario, provider)
  if (child.connected) child.send('go')
  const timer = setTimeout(() => child.kill(), LONGEST_MS)
  await exited
  clearTimeout(timer)
  return makespanMs
}
