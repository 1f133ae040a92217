/**
 * Programs that one would take instead, or that measure too: from the system's packages, or from npm
 * into `bench/peers`. Each is installed when it is first wanted and is not there; if that cannot be
 * (no root, no apt), its numbers are missing; the benchmark continues.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPeers, PEERS_FOLDER } from './install-peers.ts'

/** The program's path, or why there is none. */
export type Found = { readonly path: string } | { readonly missing: string }

export function fromSystem(name: 'xargs' | 'parallel' | 'hyperfine'): Found {
  const found = which(name)
  if (found !== undefined) return { path: found }
  if (which('apt-get') === undefined) return { missing: 'not here' }
  process.stderr.write(`Installing ${name} with apt-get, once.\n`)
  const args = ['install', '--yes', '--no-install-recommends', name]
  const { status } = spawnSync('apt-get', args, { stdio: 'ignore' })
  const installed = status === 0 ? which(name) : undefined
  return installed === undefined ? { missing: 'cannot be installed' } : { path: installed }
}

export function fromNpm(name: 'concurrently'): Found {
  try {
    installPeers()
  } catch {
    return { missing: 'cannot be installed' } // npm has said why
  }
  const path = join(PEERS_FOLDER, 'node_modules/.bin', name)
  return existsSync(path) ? { path } : { missing: 'not installed' }
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export function isFound(found: Found): found is { readonly path: string } {
  return 'path' in found
}
