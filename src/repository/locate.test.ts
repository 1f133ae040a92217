import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { locateRepository } from './locate.ts'

test('without git the working directory is the repository', () => {
  const folder = temporaryFolder()
  expect(locateRepository(folder)).toEqual({ root: folder, mainRoot: folder })
})

test('from a folder below, the root is found', () => {
  const root = newRepository()
  mkdirSync(join(root, 'a/b'), { recursive: true })
  expect(locateRepository(join(root, 'a/b'))).toEqual({ root, mainRoot: root })
})

test('a linked worktree knows its main one', () => {
  const root = newRepository()
  git(root, '-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'x')
  git(root, 'worktree', 'add', '-q', join(root, 'linked'))
  const linked = join(root, 'linked')
  expect(locateRepository(linked)).toEqual({ root: linked, mainRoot: root })
})

function newRepository(): string {
  const root = temporaryFolder()
  git(root, 'init', '-q')
  return root
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd, stdio: 'pipe' })
}
