import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import { openStore, storeIn, viewStore } from '../open-store.ts'
import { StateDirectory } from '../state-directory.ts'
import type { StoreOptions } from '../store.ts'
import { openCheckpoint } from './checkpoint.ts'

const workflow = workflowName('lld')
const item = itemId('42')
const IDENTITY = { inputHash: 'a', workflowVersion: 1, mock: false }
const step = (key: string) => ({ kind: 'step', key }) as const
const alive = () => true

test('a checkpoint that is removed while in use is put back, and nothing saved is lost', async () => {
  const folder = join(temporaryFolder(), 'checkpoints')
  const path = join(folder, 'lld_42.db')
  mkdirSync(folder)
  const { checkpoint } = openCheckpoint(path, IDENTITY, sealedBy())
  await checkpoint.save(step('draft'), 1)
  rmSync(folder, { recursive: true })
  await checkpoint.save(step('review'), 2)
  await checkpoint.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const again = openCheckpoint(path, IDENTITY, sealedBy()).checkpoint
  expect([again.read(step('draft')), again.read(step('review'))]).toEqual([
    { value: 1 },
    { value: 2 },
  ])
  await again.close()
})

test('of a ledger that is removed, one connection puts it back for all, and tells', async () => {
  const { path, open } = place()
  const told: string[] = []
  const store = open({ onPutBack: (removed) => told.push(removed) })
  const locks = store.locksOf({ run: 'r-1', pid: 1, startedAt: 'x' }, alive)
  await locks.take(workflow, item)
  await store.ledger.record(workflow, outcome('r-1'))
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix)

  await store.ledger.record(workflowName('run'), outcome('r-2'))
  const another = open()
  const other = another.locksOf({ run: 'r-2', pid: 2, startedAt: 'y' }, alive)
  expect(await other.take(workflow, item)).toMatchObject({ taken: false, by: { run: 'r-1' } })
  await locks.release(workflow, item)
  expect(await other.take(workflow, item)).toEqual({ taken: true })
  expect(told).toEqual([path])
  await Promise.all([store.close(), another.close()])
  const read = open()
  expect((await read.ledger.outcome(workflow, item, false))?.run).toBe('r-1')
  expect((await read.ledger.outcome(workflowName('run'), item, false))?.run).toBe('r-2')
  await read.close()
})

test.each([
  ['nobody has made another', false],
  ['another run has made a new one', true],
])('locks whose ledger was removed are put back; %s', async (_, isMadeAnew) => {
  const { state, open, view } = place()
  const store = open()
  const locks = store.locksOf({ run: 'r-1', pid: 1, startedAt: 'x' }, alive)
  const [a, b] = [itemId('a'), itemId('b')]
  for (const item of [a, b]) await locks.take(workflow, item)
  await locks.release(workflow, b)
  rmSync(state.path, { recursive: true })
  mkdirSync(state.path)
  if (isMadeAnew) {
    const other = open()
    await other.check()
    await other.close()
  }
  await locks.restore()
  await locks.restore()
  expect(await view.heldItems()).toMatchObject([{ item: a, holder: { run: 'r-1' } }])
  await store.close()
})

function place() {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  state.create()
  const address = storeIn({ state, shared: state })
  return {
    state,
    path: state.ledger,
    view: viewStore(address),
    open: (options?: StoreOptions) => openStore(address, options),
  }
}

function outcome(run: string) {
  return {
    item,
    outcome: 'done',
    inputHash: 'a',
    run,
    at: 1,
    mock: false,
    label: 'LLD-1',
    command: 'agentos lld 1',
  } as const
}
