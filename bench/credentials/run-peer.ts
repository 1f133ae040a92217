/**
 * A scenario with a peer: its workers are loops in one process, which is easier than processes of
 * their own. The peers are installed when they are first wanted.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { begin, LONGEST_MS } from './measured.ts'
import type { BenchScenario } from './scenario.ts'

const FOLDER = fileURLToPath(new URL('../peers', import.meta.url))

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

export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules', '.package-lock.json'))) return
  process.stderr.write('Installing the peers into bench/peers, once.\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The peers could not be installed; --no-peers goes without.')
}

/** How long it took, from its first call to its last answer; null if too long. */
export async function runPeer(
  peer: string,
  scenario: BenchScenario,
  provider: MockProvider,
): Promise<number | null> {
  const child = fork(join(FOLDER, 'main.ts'), [peer, scenario.name, provider.url], {
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
