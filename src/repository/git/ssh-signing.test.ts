import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HAS_SSH, signerLine, sshKey } from '../../../test/rig/ssh-keys.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { userRepository } from '../user-repository.ts'
import { signingTrouble, withSigning } from './ssh-signing.ts'

const TEXT = '---\nprovider: models\n---\n# Review\n'

function place() {
  const folder = temporaryFolder()
  const key = sshKey(folder, 'ada')
  const signers = join(folder, 'signers')
  const allow = (line: string) => writeFileSync(signers, line)
  allow(signerLine(key, 'ada@example.org,grace@example.org'))
  return { folder, key, signers, allow }
}

function signingOf(files: Parameters<typeof withSigning>[1]) {
  const { signing } = withSigning(userRepository('/'), files)
  return {
    sign: signing?.sign ?? expect.fail('signs nothing'),
    isSigned: signing?.isSigned ?? expect.fail('verifies nothing'),
  }
}

describe.skipIf(!HAS_SSH)('signatures by ssh-keygen', () => {
  test('a signature counts for its very text, in either kind of line ends, and for no other', async () => {
    const { sign, isSigned } = signingOf(place())
    const signature = await sign(TEXT)
    expect(await isSigned(TEXT, signature)).toBe(true)
    expect(await isSigned(TEXT.replaceAll('\n', '\r\n'), signature)).toBe(true)
    expect(await isSigned(TEXT.replace('models', 'mock'), signature)).toBe(false)
    expect(await isSigned(TEXT, 'signed: ada')).toBe(false)
  })

  test('a key that nobody allows, an expired one and a signature for another purpose do not count', async () => {
    const { key, signers, allow, folder } = place()
    const { sign, isSigned } = signingOf({ key, signers })
    const signature = await sign(TEXT)
    const git = execFileSync('ssh-keygen', ['-Y', 'sign', '-n', 'git', '-f', key], {
      input: TEXT,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(await isSigned(TEXT, git)).toBe(false)
    allow(signerLine(key, 'ada', 'valid-before="20200101"'))
    expect(await isSigned(TEXT, signature)).toBe(false)
    allow(signerLine(sshKey(folder, 'mallory'), 'ada'))
    expect(await isSigned(TEXT, signature)).toBe(false)
    expect(signingTrouble({ key, signers })).toBe(
      `The signer with the key ${key} is not allowed by ${signers}.`,
    )
  })

  test('a key that cannot sign is named with the reason, and nobody is asked for a passphrase', () => {
    const { folder, key, signers } = place()
    expect(signingTrouble({ key, signers })).toBeUndefined()
    const locked = sshKey(folder, 'locked', 'a passphrase')
    expect(signingTrouble({ key: locked })).toMatch(/locked cannot sign: .*passphrase/)
    expect(signingTrouble({ key: join(folder, 'none') })).toMatch(
      /none cannot sign: .*No such file/,
    )
  })

  test('a public key is enough if the agent has the other half', async () => {
    const { folder, key, signers } = place()
    const socket = join(folder, 'agent')
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void agent.kill())
    await once(agent.stdout, 'data')
    vi.stubEnv('SSH_AUTH_SOCK', socket)
    onTestFinished(() => void vi.unstubAllEnvs())
    execFileSync('ssh-add', ['-q', key], { stdio: 'pipe' })
    rmSync(key)
    expect(signingTrouble({ key: `${key}.pub`, signers })).toBeUndefined()
  })
})

test('without ssh-keygen it is said that it is missing', () => {
  vi.stubEnv('PATH', temporaryFolder())
  onTestFinished(() => void vi.unstubAllEnvs())
  const missing = 'ssh-keygen cannot be used: it is not installed.'
  expect(signingTrouble({ signers: '/signers' })).toBe(missing)
  expect(signingTrouble({ key: '/key' })).toBe(missing)
  expect(signingTrouble({})).toBeUndefined()
})
