import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HAS_SSH, signerLine, sshKey } from '../../../test/rig/ssh-keys.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { configSchema } from '../../config/schema.ts'
import { requireSigning, signingChecks, signingFiles } from './signing.ts'

function projectWith(evidence: { readonly signingKey?: string; readonly allowedSigners?: string }) {
  const root = temporaryFolder()
  mkdirSync(join(root, 'keys'))
  const key = sshKey(join(root, 'keys'), 'ada')
  writeFileSync(join(root, '.agentos-signers'), signerLine(key, 'ada@example.org'))
  const config = configSchema.parse({ evidence })
  const place = {
    root,
    environment: { ADA: key, KEY: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl' },
    mock: false,
  }
  return { root, key, config, place }
}

const BOTH = { signingKey: 'env:ADA', allowedSigners: '.agentos-signers' }

describe.skipIf(!HAS_SSH)('the files of signatures', () => {
  test('are found from the root and by variables; a mock run needs no key', () => {
    const { root, key, config, place } = projectWith(BOTH)
    const signers = join(root, '.agentos-signers')
    expect(signingFiles(config, place)).toEqual({ key, signers })
    expect(signingFiles(config, { ...place, environment: {}, mock: true })).toEqual({ signers })
  })

  test.each([
    [{ allowedSigners: 'nobody' }, /There is no file .*nobody, which evidence\.allowedSigners/],
    [{ signingKey: 'env:GRACE' }, /GRACE is not set/],
    [{ signingKey: 'env:KEY' }, /^KEY holds something else than the path of a file\.$/],
  ])('%j is refused before anything is looked for', (evidence, message) => {
    const { config, place } = projectWith(evidence)
    expect(() => signingFiles(config, place)).toThrow(message)
  })

  test.each([
    ['allowedSigners without a key', { allowedSigners: BOTH.allowedSigners }, /would not count/],
    [
      'a key that is not there',
      { ...BOTH, signingKey: 'keys/none' },
      /cannot sign: .*No such file/,
    ],
  ])('%s: no real run of AgentOS’s own workflows, any other', (_, evidence, message) => {
    const { config, place } = projectWith(evidence)
    const signing = signingFiles(config, place)
    const run = (source: string, chosen: readonly unknown[], mock = false) =>
      requireSigning({ signing, workflow: { source }, selection: { chosen }, mock })
    expect(() => run('agentos:lld', ['2'])).toThrow(message)
    run('agentos:lld', [])
    run('agentos:lld', ['2'], true)
    run('/greet.mts', ['ada'])
  })

  test('are tried together by the doctor', () => {
    const examined = (evidence: Parameters<typeof projectWith>[0]) => {
      const { config, place } = projectWith(evidence)
      return signingChecks(config, place)
    }
    expect(examined({})).toEqual([])
    expect(examined(BOTH)).toMatchObject([{ name: 'evidence', status: 'ok' }])
    expect(examined({ allowedSigners: BOTH.allowedSigners })).toMatchObject([{ status: 'warn' }])
    const { config, place, root } = projectWith(BOTH)
    writeFileSync(join(root, '.agentos-signers'), '')
    expect(signingChecks(config, place)).toMatchObject([
      { status: 'fail', detail: expect.stringContaining('is not allowed by') },
    ])
  })
})
