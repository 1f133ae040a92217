import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { pathTrouble } from './plain-path.ts'

function project(): string {
  const root = temporaryFolder()
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/a.ts'), '')
  symlinkSync(tmpdir(), join(root, 'out'))
  symlinkSync('src', join(root, 'alias'))
  symlinkSync('/nowhere/at/all', join(root, 'dangling'))
  return root
}

test.each([
  'src/a.ts',
  'src/new.ts',
  'new/folder/b.ts',
  '..a',
  'a..b/c',
  'a-b/c-d',
  '.github/x',
  '.gitignore',
])('%s may be written', (path) => {
  expect(pathTrouble(project(), path)).toBeUndefined()
})

test.each([
  ['../../x', /"\.\."/],
  ['src/../../x', /"\.\."/],
  ['/etc/passwd', /not relative/],
  ['C:/x', /not relative/],
  ['src\\..\\x', /backslash/],
  ['.git/hooks/pre-commit', /own folder/],
  ['.GIT/config', /own folder/],
  ['.git./config', /own folder/],
  ['.git::$INDEX_ALLOCATION/x', /own folder/],
  ['.git .::$INDEX_ALLOCATION/x', /own folder/],
  ['git~1/config', /own folder/],
  ['sub/.git/config', /own folder/],
  ['.git', /own folder/],
  ['.g\u200cit/hooks/x', /own folder/],
  ['\ufeff.Git/config', /own folder/],
  ['.agent\u200dos/ledger.db', /own folder/],
  ['AGENTO~1/ledger.db', /own folder/],
  ['.agentos/ledger.db', /own folder/],
  ['out/x', /out of the worktree/],
  ['dangling', /out of the worktree/],
  ['alias/a.ts', /link/],
  ['alias/new.ts', /link/],
  ['./src/a.ts', /plain/],
  ['src//a.ts', /plain/],
  ['src/', /plain/],
  ['src', /folder/],
  ['', /no path/],
  ['a\0b', /no path/],
  ['a\nb.test.js', /control character/],
  ['a\u001b[2Jb', /control character/],
  ['--test-skip-pattern=a.test.js', /begins with "-"/],
  ['test/-x.test.js', /begins with "-"/],
])('%s may not', (path, why) => {
  expect(pathTrouble(project(), path)).toMatch(why)
})
