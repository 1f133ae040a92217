import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { Git } from '../git/git.ts'
import { merge, tryMerge, whileMerged } from './merging.ts'

const NOBODY = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false']

/** Two branches from one base: one file differs on both if they are in conflict, else a new file on each. */
function twoBranches({
  inConflict,
  name = 'a.txt',
}: {
  readonly inConflict: boolean
  readonly name?: string
}) {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', [...NOBODY, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  const commit = (path: string, text: string) => {
    writeFileSync(join(root, path), path === name && text !== 'base\n' ? `base\n${text}` : text)
    git('add', '.')
    git('commit', '--quiet', '-m', text)
  }
  git('init', '--quiet', '-b', 'main')
  commit(name, 'base\n')
  git('switch', '--quiet', '-c', 'other')
  commit(inConflict ? name : 'other.txt', 'other\n')
  git('switch', '--quiet', 'main')
  commit(inConflict ? name : 'main.txt', 'main\n')
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

test('an append-only file keeps the lines of both sides, others stay in conflict', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  const appendOnly = ['*.txt']
  const tried = await tryMerge(new Git(root), ['HEAD', 'other'], appendOnly)
  expect(tried).toMatchObject({ conflicts: [], united: ['a.txt'] })
  expect(git('show', `${tried.tree}:a.txt`)).toBe('base\nmain\nother')
  expect(await tryMerge(new Git(root), ['HEAD', 'other'], ['b.txt'])).toMatchObject({
    conflicts: ['a.txt'],
    united: [],
  })
  expect(git('status', '--short')).toBe('')
  expect(await merge(new Git(root), ['other'], appendOnly)).toEqual([])
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('base\nmain\nother\n')
  expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt')
})

test('what the repository says of merging a file comes first', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  writeFileSync(join(root, '.gitattributes'), 'a.txt merge=binary\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'attributes')
  expect(await tryMerge(new Git(root), ['HEAD', 'other'], ['*.txt'])).toMatchObject({
    conflicts: ['a.txt'],
    united: [],
  })
})

test('a folder that core.attributesFile names is ignored, as git does it', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  git('config', 'core.attributesFile', root)
  const { conflicts, united } = await tryMerge(new Git(root), ['HEAD', 'other'], ['*.txt'])
  expect({ conflicts, united }).toEqual({ conflicts: [], united: ['a.txt'] })
})

test('a name with the characters of a pattern is that name', async () => {
  const name = 'a "[*]\\?.md'
  const { root, git } = twoBranches({ inConflict: true, name })
  const { conflicts, united } = await tryMerge(new Git(root), ['HEAD', 'other'], ['*.md'])
  expect({ conflicts, united }).toEqual({ conflicts: [], united: [name] })
  expect(git('status', '--short')).toBe('')
})

test('merged files are there while something is done with them, and not after', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  git('switch', '--quiet', '-c', 'third', 'main~')
  writeFileSync(join(root, 'third.txt'), 'third\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'third')
  git('switch', '--quiet', 'main')
  const before = git('rev-parse', 'HEAD')
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const options = { commits: ['other', 'third'], appendOnly: ['a.txt'] }
  const seen = await whileMerged(new Git(root), options, async () => [
    read('a.txt'),
    read('third.txt'),
  ])
  expect(seen).toEqual(['base\nmain\nother\n', 'third\n'])
  const fails = whileMerged(new Git(root), options, () => Promise.reject(new Error('stopped')))
  await expect(fails).rejects.toThrow('stopped')
  expect(git('status', '--short')).toBe('')
  expect(git('rev-parse', 'HEAD')).toBe(before)
  expect(git('ls-files')).toBe('a.txt')
})

test('a line that one side has changed is no matter of appending: it stays in conflict', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  writeFileSync(join(root, 'a.txt'), 'changed\nmain\n')
  git('commit', '--quiet', '--all', '-m', 'changed')
  expect(await tryMerge(new Git(root), ['HEAD', 'other'], ['*.txt'])).toMatchObject({
    conflicts: ['a.txt'],
    united: [],
  })
})

test('a commit that cannot be merged with those before it is not said to be within', async () => {
  const { root, git } = twoBranches({ inConflict: true })
  git('switch', '--quiet', '-c', 'item', 'main~')
  writeFileSync(join(root, 'item.txt'), 'item\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'item')
  const options = { commits: ['main', 'other'], appendOnly: [] }
  expect(await whileMerged(new Git(root), options, async (merged) => merged)).toEqual(['main'])
})
