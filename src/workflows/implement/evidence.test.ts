import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writeFrontMatter } from '../../authoring/front-matter.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { Worktree } from '../../authoring/worktree.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { userRepository } from '../../repository/user-repository.ts'
import { guarded } from '../../repository/worktree/guarded-worktree.ts'
import { itemWorktree } from '../../repository/worktree/item-worktree.ts'
import { Lineage, lineageOf } from '../document/lineage.ts'
import { dispositionsOf } from '../review/dispositions.ts'
import { renderVerdict } from '../review/render-review.ts'
import type { Verdict } from '../review/verdict-schema.ts'
import { type Build, type BuildOptions, startBuild } from './build.ts'
import { reportPath } from './edits/scope.ts'
import { findBuilt, unmerged } from './evidence.ts'
import { publish } from './publish/publish.ts'

const BRANCH = 'agentos/1-x'
const VERDICT: Verdict = {
  ...{ verdict: 'APPROVED', identity: 'm', summary: 'good', findings: [], earlier: [] },
  ...{ openQuestions: [], labels: [], size: null },
}

/** A repository with a branch on which `a.js` was reviewed. */
function reviewed() {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
    }).trim()
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    git('add', '.')
    git('commit', '--quiet', '-m', 'x')
    return git('rev-parse', 'HEAD')
  }
  git('init', '--quiet', '--initial-branch=main')
  const base = commit({ 'b.js': 'b()\n' })
  git('checkout', '--quiet', '-b', BRANCH)
  commit({ 'a.js': 'a()\n' })
  const tree = git('rev-parse', 'HEAD^{tree}')
  const repo = userRepository(root)
  const built = async () => {
    git('checkout', '--quiet', base)
    const branches = await repo.branches('agentos/')
    const found = await findBuilt(repo, { issue: '1', mock: false }, branches)
    git('checkout', '--quiet', BRANCH)
    return found?.branch?.name
  }
  return {
    root,
    git,
    commit,
    tree,
    repo,
    built,
    approval: (hash = tree, ...more: [object?, string?]) => approvalOf(hash, ...more),
  }
}

const REPORT = reportPath('docs/reports', '1', 'implementation-report')

/** `more`: what else stands in front of it. */
function approvalOf(contentHash: string, more: object = {}, path = REPORT): Record<string, string> {
  const data = { issue: '1', inputHash: 'i', provider: 'models', contentHash, verdict: path }
  const body = `# Implementation Report: 1-x\n\n${renderVerdict('code', 'APPROVED', [])}\n`
  return { [path]: writeFrontMatter({ data: { ...data, ...dispositionsOf([]), ...more }, body }) }
}

test('a branch counts as built if its approval comes with reports only; what people add later is theirs', async () => {
  const { commit, built, approval } = reviewed()
  expect(await built()).toBeUndefined()
  commit(approval())
  expect(await built()).toBe(BRANCH)
  commit({ 'b.js': 'mine()\n' })
  expect(await built()).toBe(BRANCH)
})

test.each([
  ['a file that nobody reviewed', { 'evil.js': 'evil()\n' }],
  ['another state of a file that was', { 'a.js': 'evil()\n' }],
  ['something that only looks like a report', { 'docs/reports/1-evil.js': 'evil()\n' }],
])('an approval that brings %s along counts for nothing', async (_, files) => {
  const { commit, built, approval } = reviewed()
  commit({ ...approval(), ...files })
  expect(await built()).toBeUndefined()
})

test.each(['0'.repeat(40), '--output=x'])('nor does one for the tree %s', async (hash) => {
  const { commit, built, approval } = reviewed()
  commit(approval(hash))
  expect(await built()).toBeUndefined()
})

test('a branch that was squashed into the base is merged; one that was built again since is not', async () => {
  const { commit, approval, git, repo } = reviewed()
  commit(approval())
  const left = async () => {
    const branches = await repo.branches('agentos/')
    const options = { issues: ['1'], mock: false, branches, base: git('rev-parse', 'main') }
    return (await unmerged(repo, options)).map(({ name }) => name)
  }
  expect(await left()).toEqual([BRANCH])
  git('checkout', '--quiet', 'main')
  git('merge', '--quiet', '--squash', BRANCH)
  git('commit', '--quiet', '-m', 'squashed')
  expect(await left()).toEqual([])
  commit({ 'a.js': 'theirs()\n' })
  expect(await left()).toEqual([])
  git('checkout', '--quiet', BRANCH)
  commit({ 'a.js': 'again()\n' })
  commit(approval(git('rev-parse', 'HEAD^{tree}')))
  git('checkout', '--quiet', 'main')
  expect(await left()).toEqual([BRANCH])
})

test('an approval of another tree publishes nothing', async () => {
  const { tree, git, repo } = reviewed()
  const commit = git('rev-parse', 'HEAD')
  const worktree = {
    branch: BRANCH,
    treeOf: async (of: string) => git('rev-parse', `${of}^{tree}`),
  }
  const run = {
    repo,
    step: (_: string, work: () => Promise<void>) => work(),
    alone: (work: () => Promise<void>) => work(),
  }
  const item = { id: '1', label: 'issue 1', title: 'x' }
  const lineage = new Lineage(repo, lineageOf(repo, '1', 'implement'), 4)
  const build = { commit, run, worktree, item, lineage } as unknown as Build
  const earlier = git('rev-parse', 'HEAD~1^{tree}')
  const published = publish({
    work: { build, diff: '' },
    binding: { issue: '1', inputHash: 'i', provider: 'models', contentHash: earlier },
    verdict: VERDICT,
    findings: [],
    reviewer: 'a:b',
    published: { path: '', text: '' },
    rounds: 1,
  })
  await expect(published).rejects.toThrow(`has the tree ${tree}. Nothing was published`)
})

test('a finalize that was killed between its reports and their commit: the next one lists what was approved, not the reports', async () => {
  const { worktree, publishIn, approvedCommit, filesInReport } = await finalizing()
  const killed = publishIn({
    ...worktree,
    commitWithHooks: () => Promise.reject(new Error('killed')),
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await worktree.changesSince(approvedCommit)).toContainEqual({
    path: REPORT,
    change: 'added',
  })

  await publishIn(worktree)
  expect(filesInReport()).toBe('- `a.js` added, not named by the design')
})

test('files that vanish from the worktree meanwhile are in the report: they are in the approved commit', async () => {
  const { worktree, publishIn, folder, filesInReport } = await finalizing()
  await publishIn({
    ...worktree,
    goTo: async (...place) => {
      const gone = await worktree.goTo(...place)
      rmSync(join(folder, 'a.js'))
      return gone
    },
  })
  expect(filesInReport()).toBe('- `a.js` added, not named by the design')
})

test.each([
  ['one', [REPORT], ['004-test-report.md']],
  ['all', [REPORT, 'docs/reports/1-review.md', 'docs/reports/1-test-report.md'], []],
  ['none', [], ['004-test-report.md', '005-implementation-report.md']],
])('reports: %s', async (reports, committed, kept) => {
  const { worktree, publishIn, git, repo, approvedCommit } = await finalizing(reports)
  await publishIn(worktree)
  const changed = git('diff', '--name-only', approvedCommit, BRANCH)
  expect(changed.split('\n').filter((path) => path !== '')).toEqual(committed)
  expect(await repo.list('docs/lineage/1-implement')).toEqual(kept)
  const branches = await repo.branches('agentos/')
  const found = await findBuilt(repo, { issue: '1', inputHash: 'i', mock: false }, branches)
  expect(found?.branch?.name).toBe(BRANCH)
})

test('without a report on the branch the one in the lineage counts, for the commit that it names and no other', async () => {
  const { commit, built, approval, git, root, tree } = reviewed()
  const path = 'docs/lineage/1-implement/005-implementation-report.md'
  const keep = (of: string) => {
    const text = approval(tree, { commit: of }, path)[path] ?? ''
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  keep(git('rev-parse', 'HEAD'))
  expect(await built()).toBe(BRANCH)
  rmSync(join(root, 'docs'), { recursive: true })
  commit({ 'b.js': 'mine()\n' })
  keep(git('rev-parse', 'HEAD~1'))
  expect(await built()).toBe(BRANCH) // what people add later is theirs
  keep(git('rev-parse', 'HEAD'))
  expect(await built()).toBeUndefined()
  keep('--output=x')
  expect(await built()).toBeUndefined()
})

/** A worktree of the approved commit, and the last step of its item. */
async function finalizing(reports = 'one') {
  const { root, git, tree, repo } = reviewed()
  git('checkout', '--quiet', 'main')
  const base = git('rev-parse', 'HEAD')
  const approvedCommit = git('rev-parse', BRANCH)
  const folder = join(root, '.agentos/worktrees/implement/1')
  const command: RunContext['command'] = async (program, args = [], { env = {} } = {}) => {
    execFileSync(program, args, { cwd: folder, stdio: 'pipe', env: { ...process.env, ...env } })
    return { exitCode: 0, signal: null, timedOut: false, output: '' }
  }
  const redactor = redactorOf([])
  const place = { repository: root, folder, branch: BRANCH, command, redactor }
  const worktree = guarded(itemWorktree(place), redactor)
  await worktree.create([approvedCommit])
  const run = {
    ...{ repo, mock: false, github: {}, log: () => {}, usage: () => [] },
    step: (_: string, work: () => Promise<void>) => work(),
    alone: (work: () => Promise<void>) => work(),
  }
  const publishIn = (place: Worktree) => {
    const build = startBuild({
      base,
      run,
      worktree: place,
      existing: ['b.js'],
      carried: [],
      settings: { testPaths: [], reports },
      lineage: new Lineage(repo, lineageOf(repo, '1', 'implement'), 4),
      commits: { style: 'plain', issue: '1', title: 'x', change: 'feature', isOnGitHub: false },
      item: { id: '1', label: 'issue 1', title: 'x' },
      design: {
        files: [],
        requirements: [],
        scenarios: [],
        kind: 'feature',
        proof: 'red-green',
        proofWhy: 'y',
      },
    } as unknown as BuildOptions)
    return publish({
      work: { build: { ...build, commit: approvedCommit }, diff: '' },
      binding: { issue: '1', inputHash: 'i', provider: 'models', contentHash: tree },
      verdict: VERDICT,
      findings: [],
      reviewer: 'm',
      published: { path: 'docs/lineage/1-implement/003-verdict.md', text: 'v' },
      rounds: 1,
    })
  }
  const filesInReport = () => {
    const report = git('show', `${BRANCH}:${REPORT}`)
    return /^## Files\n\n([^#]*)\n\n## /m.exec(report)?.[1]
  }
  return {
    ...{ root, git, repo, tree },
    worktree,
    publishIn,
    folder,
    approvedCommit,
    filesInReport,
  }
}
