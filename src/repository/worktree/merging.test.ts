import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { Git } from '../git/git.ts'
import { merge } from './merging.ts'

const NOBODY = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false']

/** Two branches from one base: `a.txt` differs on both if they are in conflict, else a new file on each. */
function twoBranches({ inConflict }: { readonly inConflict: boolean }) {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', [...NOBODY, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  const commit = (name: string, text: string) => {
    writeFileSync(join(root, name), text)
    git('add', '.')
    git('commit', '--quiet', '-m', text)
  }
  git('init', '--quiet', '-b', 'main')
  commit('a.txt', 'base\n')
  git('switch', '--quiet', '-c', 'other')
  commit(inConflict ? 'a.txt' : 'other.txt', 'other\n')
  git('switch', '--quiet', 'main')
  commit(inConflict ? 'a.txt' : 'main.txt', 'main\n')
  return { root, git }
}

test('files in conflict are named, and nothing of the merge is left', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  expect(await merge(new Git(root), ['other'])).toEqual(['a.txt'])
  expect(git('status', '--short')).toBe('')
})

test('a merge that fails for another cause throws with the words of git', async () => {
  const { root, git } = twoBranches({ inConflict: false })
  const head = git('rev-parse', 'HEAD')
  writeFileSync(join(root, 'other.txt'), 'in the way\n')
  await expect(merge(new Git(root), ['other'])).rejects.toThrow(
    /merge.*other.*untracked.*other\.txt/s,
  )
  await expect(merge(new Git(root), ['nothing-like-it'])).rejects.toThrow(
    /not something we can merge/,
  )
  expect(git('rev-parse', 'HEAD')).toBe(head)
})
