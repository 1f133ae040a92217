import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PEERS_FOLDER = fileURLToPath(new URL('peers', import.meta.url))

/** Once, and again when others are wanted; the project's own `npm ci` does not know of them. */
export function installPeers(): void {
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  process.stderr.write('Installing the peers into bench/peers, once.\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const { status } = spawnSync('npm', args, { cwd: PEERS_FOLDER, stdio: [...stdio] })
  if (status !== 0) throw new Error('The peers could not be installed; --no-peers goes without.')
}

function changedAt(path: string): number {
  return statSync(join(PEERS_FOLDER, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
