import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { removeNameless } from './registrations.ts'

test('what a killed git had only given a name goes, unless it changes meanwhile or is not of this item', async () => {
  const root = temporaryFolder()
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  const place = join(root, '.git/worktrees')
  for (const name of ['1', '11', '1-x', '2']) {
    mkdirSync(join(place, name), { recursive: true })
    writeFileSync(join(place, name, 'locked'), 'initializing')
  }
  // Another git that was just beginning says now for which folder.
  const pause = async () => writeFileSync(join(place, '11/gitdir'), '/elsewhere/1/.git')
  await removeNameless(root, '1', pause)
  expect(readdirSync(place)).toEqual(['1-x', '11', '2'])
})
