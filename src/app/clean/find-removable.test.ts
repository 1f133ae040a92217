import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { worktreesOf } from '../../../test/rig/worktrees-of.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Outcome } from '../../model/outcome.ts'
import { openItemStore, openStore, storeIn } from '../../store/open-store.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { newHolder } from '../run/hold-run.ts'
import { findRemovable } from './find-removable.ts'
import { remove } from './remove.ts'

const WORKFLOW = 'implement' as WorkflowName
const item = (name: string) => name as ItemId

/** A repository with a state directory, and ways to leave things in it. */
function place() {
  const root = temporaryFolder()
  const worktrees = worktreesOf(root)
  const state = StateDirectory.of(root, undefined)
  state.create()
  const holder = newHolder()
  const address = storeIn({ state, shared: state })
  const here = { root, state, shared: state, store: address }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  return {
    root,
    worktrees,
    state,
    git,
    find: (keep = 0) => findRemovable(here, keep),
    remove: async (keep = 0) => {
      const { removable } = await findRemovable(here, keep)
      return remove(removable, here)
    },
    ended: async (name: string, outcome: Outcome, { inputHash = 'h', mock = false } = {}) => {
      const store = openStore(address)
      const about = { item: item(name), label: `LLD-${name}`, command: 'agentos lld --all' }
      await store.ledger.record(WORKFLOW, { ...about, outcome, inputHash, run: 'r-1', at: 1, mock })
      await store.close()
    },
    checkpoint: async (name: string, { inputHash = 'h', mock = false } = {}) => {
      const store = openItemStore(address, { workflow: WORKFLOW, item: item(name), mock })
      const identity = { inputHash, workflowVersion: 1, mock }
      await (await store.openCheckpoint(identity, sealedBy())).checkpoint.close()
    },
    worktree: (name: string) => {
      const folder = join(worktrees, name)
      git('worktree', 'add', '--quiet', '-b', `agentos/${name}`, folder)
      return folder
    },
    /** A run by its spool and its logs; this very process is one that is going on. */
    run: (run: string, at: string, { isAlive = false } = {}) => {
      const owner = isAlive ? { ...holder, run } : { run, pid: holder.pid, startedAt: 'long ago' }
      write(join(state.spool, run, 'owner.json'), JSON.stringify({ ...owner, command: 'x' }))
      write(join(state.logs, at, 'events.jsonl'), `{"v":1,"seq":1,"at":1,"run":"${run}"}\n`)
    },
    lock: async (name: string) => {
      const store = openStore(address)
      await store.locksOf(holder, () => true).take(WORKFLOW, item(name))
      await store.close()
    },
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const TIMES = [1, 2, 3, 4].map((day) => `2026-01-0${day}T10-00-00.000Z`)

test('logs of runs that are over go but for the newest; whatever else is among them stays', async () => {
  const { state, run, find, remove } = place()
  for (const [index, at] of TIMES.entries()) run(`r-${index}`, at)
  write(join(state.logs, 'my notes', 'a.txt'), 'mine')
  symlinkSync(temporaryFolder(), join(state.logs, '2025-01-01T10-00-00.000Z'))
  expect((await find(9)).removable.map(({ kind }) => kind)).not.toContain('logs')
  expect(await remove(1)).toEqual([])
  expect(readdirSync(state.logs)).toEqual(['2025-01-01T10-00-00.000Z', TIMES[3], 'my notes'])
  expect(readdirSync(state.spool)).toEqual([])
})

test('nothing of a run that is going on goes, whatever is asked for', async () => {
  const { state, run, remove, find } = place()
  run('r-a', TIMES[0] ?? '', { isAlive: true })
  run('r-b', TIMES[1] ?? '')
  mkdirSync(join(state.logs, TIMES[2] ?? '')) // one that has not said yet whose it is
  expect((await find()).kept).toEqual([{ name: 'run r-a', why: 'it is running' }])
  expect(await remove()).toEqual([])
  expect(readdirSync(state.logs)).toEqual([TIMES[0], TIMES[2]])
  expect(readdirSync(state.spool)).toEqual(['r-a'])
})

test.each<[string, (at: ReturnType<typeof place>) => Promise<void>, string[]]>([
  ['done, with this input and provider', ({ ended }) => ended('1', 'done'), ['checkpoint']],
  ['never ended', async () => {}, []],
  ['failed', ({ ended }) => ended('1', 'failed'), []],
  ['done with another input', ({ ended }) => ended('1', 'done', { inputHash: 'old' }), []],
  ['done by the mock provider only', ({ ended }) => ended('1', 'done', { mock: true }), []],
  [
    'done, but a run has it',
    async ({ ended, lock }) => {
      await ended('1', 'done')
      await lock('1')
    },
    [],
  ],
])('the checkpoint of an item that is %s', async (_, prepare, kinds) => {
  const at = place()
  await at.checkpoint('1')
  await prepare(at)
  expect((await at.find()).removable.map(({ kind }) => kind)).toEqual(kinds)
})

test('what was kept aside stays until its item has nothing left to do', async () => {
  const { state, checkpoint, ended, find, remove } = place()
  await checkpoint('1', { inputHash: 'old' })
  await checkpoint('1') // keeps the first one aside
  write(join(state.checkpoints, 'implement_1.damaged-1.db'), 'no database')
  await ended('1', 'done', { inputHash: 'old' })
  expect((await find()).removable).toEqual([])
  await ended('1', 'done')
  expect((await find()).removable.map(({ kind }) => kind).sort()).toEqual([
    'checkpoint',
    'kept-aside',
    'kept-aside',
  ])
  expect(await remove()).toEqual([])
  expect(readdirSync(state.checkpoints)).toEqual([])
})

test('a worktree goes only when its item is done and everything in it is in a commit that stays', async () => {
  const { worktrees, git, worktree, ended, checkpoint, find, remove, root } = place()
  git('init', '--quiet')
  write(join(root, '.gitignore'), '.agentos\n.env\nnode_modules\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'x')
  for (const name of ['committed', 'changed', 'ignored', 'detached', 'locked', 'begun', 'broken'])
    await ended(name, 'done')
  await ended('failed', 'failed')
  write(join(worktree('committed'), 'node_modules/a.js'), 'made again')
  write(join(worktree('changed'), 'new.txt'), 'mine')
  write(join(worktree('ignored'), '.env'), 'mine')
  git('-C', worktree('detached'), 'switch', '--quiet', '--detach')
  const inDetached = ['-C', join(worktrees, 'detached')]
  git(...inDetached, 'commit', '--quiet', '--allow-empty', '-m', 'mine')
  git('worktree', 'lock', worktree('locked'))
  worktree('begun')
  await checkpoint('begun', { inputHash: 'newer' })
  worktree('failed')
  worktree('unknown')
  write(join(worktrees, 'broken/.git'), 'gitdir: nowhere\n')

  const { removable, kept } = await find()
  expect(removable.map(({ name }) => name)).toEqual(['implement committed'])
  expect(kept.map(({ name, why }) => `${name}: ${why.replace(/[0-9a-f]{12}/, '…')}`)).toEqual([
    expect.stringMatching(/^worktree of implement broken: git status .* failed/),
    'worktree of implement changed: not committed: new.txt',
    'worktree of implement detached: commit … is on no branch',
    'worktree of implement ignored: in no commit, because git ignores it: .env',
    'worktree of implement locked: it is locked (git worktree lock)',
  ])
  expect(await remove()).toEqual([])
  expect(readdirSync(worktrees)).not.toContain('committed')
  expect(readdirSync(worktrees)).toHaveLength(8)
  expect(git('branch', '--list', 'agentos/committed')).toContain('agentos/committed')
})
