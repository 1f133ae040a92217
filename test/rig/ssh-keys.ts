/**
 * Keys for signatures, made by OpenSSH. An image with git may lack it (Debian only recommends it): then tests of signatures are
 * skipped, and the suite says so.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const HAS_SSH = spawnSync('ssh-keygen', ['-?'], { stdio: 'ignore' }).error === undefined

/** The path of a new private key; the public one is beside it. */
export function sshKey(folder: string, name: string, passphrase = ''): string {
  const path = join(folder, name)
  const args = ['-q', '-t', 'ed25519', '-N', passphrase, '-C', name, '-f', path]
  execFileSync('ssh-keygen', args, { stdio: 'pipe' })
  return path
}

/** A line of a file of allowed signers. */
export function signerLine(key: string, principal: string, options = ''): string {
  const [type, text] = readFileSync(`${key}.pub`, 'utf8').split(' ')
  return [principal, options, type, text]
    .filter((word) => word !== '')
    .join(' ')
    .concat('\n')
}
