import { chownSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { PrivateFolder } from './private-folder.ts'

const NOBODY = 65_534
/** No process can have this number. */
const DEAD = 'agentos-tmp-999999999-'

function sharedFolder(): string {
  const shared = temporaryFolder()
  vi.stubEnv('TMPDIR', shared)
  onTestFinished(() => void vi.unstubAllEnvs())
  return shared
}

test('it is for its user alone, and gone afterwards', () => {
  const shared = sharedFolder()
  {
    using folder = new PrivateFolder()
    expect(statSync(folder.path).mode & 0o777).toBe(0o700)
  }
  expect(readdirSync(shared)).toEqual([])
})

test('what a killed process has left is cleared away, not what a living one has', () => {
  const shared = sharedFolder()
  mkdirSync(join(shared, `${DEAD}x`))
  mkdirSync(join(shared, `agentos-tmp-${process.pid}-y`))
  new PrivateFolder()[Symbol.dispose]()
  expect(readdirSync(shared)).toEqual([`agentos-tmp-${process.pid}-y`])
})

test.runIf(process.getuid?.() === 0)(
  'what belongs to another user stays, and is in nobody’s way',
  () => {
    const shared = sharedFolder()
    mkdirSync(join(shared, `${DEAD}x`))
    chownSync(join(shared, `${DEAD}x`), NOBODY, NOBODY)
    symlinkSync('.', join(shared, `${DEAD}y`))
    new PrivateFolder()[Symbol.dispose]()
    expect(readdirSync(shared)).toEqual([`${DEAD}x`, `${DEAD}y`])
  },
)
