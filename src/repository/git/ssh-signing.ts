/**
 * Texts signed and verified by OpenSSH (`ssh-keygen -Y`), as git does it for commits. The private key stays in its file or in
 * the agent: only paths are known here. Nobody is asked for a passphrase: a key that needs one is refused unless the
 * agent has it.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../authoring/repository.ts'
import { PrivateFolder } from '../../files/private-folder.ts'
import { environmentOfGit } from './git-environment.ts'

/** A signature for another purpose, such as a commit, is none for a verdict. */
const NAMESPACE = 'agentos'
const PROBE = 'AgentOS asks whether this key signs and its signer is allowed.\n'
const TIMEOUT_MS = 30_000
/** Instead of a terminal, a program that knows no passphrase is asked for it. */
const NO_PASSPHRASE = { SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' }

/** Absolute paths. */
export interface SigningFiles {
  /** A private key, or a public one whose private half the agent has. */
  readonly key?: string
  /** In ssh's `allowed_signers` format. */
  readonly signers?: string
}

/** The repository with signatures as the config wants them. */
export function withSigning(repo: Repository, { key, signers }: SigningFiles): Repository {
  const signing = {
    ...(key !== undefined && { sign: async (text: string) => sign(key, text) }),
    ...(signers !== undefined && {
      isSigned: async (text: string, signature: string) => isSigned(signers, text, signature),
    }),
  }
  return { ...repo, signing }
}

/** Why signatures cannot be made or verified, or those by this key would not count; undefined if all is well. */
export function signingTrouble({ key, signers }: SigningFiles): string | undefined {
  try {
    if (key === undefined && signers !== undefined) isSigned(signers, PROBE, '')
    if (key === undefined) return undefined
    const signature = sign(key, PROBE)
    if (signers === undefined || isSigned(signers, PROBE, signature)) return undefined
    return `The signer with the key ${key} is not allowed by ${signers}.`
  } catch (error) {
    if (error instanceof SigningFailed) return error.message
    throw error
  }
}

class SigningFailed extends Error {
  override readonly name = 'SigningFailed'
}

function sign(key: string, text: string): string {
  const { status, stdout, stderr } = sshKeygen(['sign', '-n', NAMESPACE, '-f', key], text)
  if (status === 0) return stdout
  const why = stderr.trim().split('\n').slice(-1).join('')
  throw new SigningFailed(`The key ${key} cannot sign: ${why || 'ssh-keygen gives no reason'}.`)
}

/** By whom is what the file of allowed signers says about the key. */
function isSigned(signers: string, text: string, signature: string): boolean {
  using folder = new PrivateFolder()
  const file = join(folder.path, 'signature')
  writeFileSync(file, signature)
  const given = ['-s', file, '-f', signers]
  const found = sshKeygen(['find-principals', ...given])
  if (found.status !== 0) return false
  const principals = found.stdout.split(/[\n,]/).filter((name) => name !== '')
  return principals.some(
    (name) => sshKeygen(['verify', ...given, '-n', NAMESPACE, '-I', name], text).status === 0,
  )
}

function sshKeygen([command = '', ...args]: readonly string[], text = '') {
  const started = spawnSync('ssh-keygen', ['-Y', command, ...args], {
    input: text.replaceAll('\r\n', '\n'), // as git keeps it, whatever a checkout makes of it
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    // Without API keys, like a git of ours.
    env: {
      ...environmentOfGit(process.env, { folder: process.cwd(), gitFolder: undefined }),
      ...NO_PASSPHRASE,
    },
  })
  // Whoever has exited by itself has said what is wrong; that it did not read all it was given does not matter.
  if (started.status !== null) return started
  const { error, signal } = started
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  const why = isMissing ? 'it is not installed' : (error?.message ?? `it was killed (${signal})`)
  throw new SigningFailed(`ssh-keygen cannot be used: ${why}.`, { cause: error })
}
