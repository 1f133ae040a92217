import { chownSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { PrivateFolder } from './private-folder.ts'

const NOBODY = 65_534
/** No process here can have this number; one in another PID namespace can. */
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

/** A folder in which nothing was made or removed for a little more than a day. */
function oldFolder(path: string): void {
  const then = Date.now() / 1_000 - 25 * 60 * 60
  mkdirSync(path)
  utimesSync(path, then, then)
}

test('what a killed process has left is cleared away after a day, not what a living one may have', () => {
  const shared = sharedFolder()
  oldFolder(join(shared, `${DEAD}old`))
  oldFolder(join(shared, `agentos-tmp-${process.pid}-old`))
  mkdirSync(join(shared, `${DEAD}new`))
  new PrivateFolder()[Symbol.dispose]()
  expect(readdirSync(shared).sort()).toEqual(
    [`${DEAD}new`, `agentos-tmp-${process.pid}-old`].sort(),
  )
})

test.runIf(process.getuid?.() === 0)(
  'what belongs to another user stays, and is in nobody’s way',
  () => {
    const shared = sharedFolder()
    oldFolder(join(shared, `${DEAD}x`))
    chownSync(join(shared, `${DEAD}x`), NOBODY, NOBODY)
    symlinkSync('.', join(shared, `${DEAD}y`))
    new PrivateFolder()[Symbol.dispose]()
    expect(readdirSync(shared)).toEqual([`${DEAD}x`, `${DEAD}y`])
  },
)
