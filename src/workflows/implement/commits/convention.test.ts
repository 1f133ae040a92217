import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/rig/temporary-folder.ts'
import { userRepository } from '../../../repository/user-repository.ts'
import { detectConvention, isConventional } from './convention.ts'

const PLAIN = { style: 'plain', from: 'no convention was found' }

/** A repository with commits of these subjects; the last one is a merge of a branch with one more. */
function history(...subjects: string[]) {
  const root = temporaryFolder()
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false']
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '-m', subject)
  return { repo: userRepository(root), git }
}

test.each([['commitlint.config.mts'], ['.commitlintrc'], ['.commitlintrc.yml']])(
  '%s means conventional messages',
  async (name) => {
    const { repo } = history('First')
    const found = { base: undefined, packageJson: undefined }
    const files = ['src/a.js', name]
    const conventional = { style: 'conventional', from: name }
    expect(await detectConvention(repo, { ...found, files })).toEqual(conventional)
    const elsewhere = { ...found, files: [`test/${name}`] }
    expect(await detectConvention(repo, elsewhere)).toEqual(PLAIN)
  },
)

test.each([
  ['{ "commitlint": { "extends": [] } }', 'conventional'],
  ['{ "devDependencies": { "commitlint": "1" } }', 'plain'],
  ['{ broken', 'plain'],
])('by package.json: %s, %s', async (packageJson, style) => {
  const { repo } = history('First')
  const found = { base: undefined, files: ['package.json'], packageJson }
  expect(await detectConvention(repo, found)).toMatchObject({ style })
})

test('by most of the last commits of the base, without merges', async () => {
  const { repo, git } = history('Plain', 'feat: one', 'fix(list): two', 'docs!: three', 'More')
  const found = { base: undefined, files: [], packageJson: undefined }
  const conventional = { style: 'conventional', from: 'the last 5 commits' }
  expect(await detectConvention(repo, found)).toEqual(conventional)
  git('checkout', '--quiet', '-b', 'side', 'HEAD~4')
  git('commit', '--quiet', '--allow-empty', '-m', 'test: four')
  git('checkout', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '-m', "Merge branch 'side'", 'side')
  const merged = { style: 'conventional', from: 'the last 6 commits' }
  expect(await detectConvention(repo, found)).toEqual(merged)
  expect(await detectConvention(repo, { ...found, base: 'side' })).toEqual(PLAIN)
})

test.each([
  [['feat: one', 'fix: two', 'chore(deps): three'], true],
  [['feat: one', 'fix: two'], false],
  [['feat: one', 'fix: two', 'Three', 'Four'], false],
  [['reporters: one', 'code: two (#1)', 'tests: three (#1)'], false],
  [['feat:one', 'feat :two', 'feat(x: three'], false],
  [[], false],
])('%j: %s', (subjects, expected) => {
  expect(isConventional(subjects)).toBe(expected)
})
