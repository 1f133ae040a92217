import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import {
  describeAlone,
  describeGates,
  describeNumbers,
  describePoolMemory,
} from '../asked-conformance.ts'
import { describeCheckpoint, describeLedger, describeLocks, type NewStore } from '../conformance.ts'
import { openStore, storeIn, viewStore } from '../open-store.ts'
import { StateDirectory } from '../state-directory.ts'
import { openCheckpoint, removeCheckpoint } from './checkpoint.ts'

const newStore: NewStore = () => {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  state.create()
  return {
    address: storeIn({ state, shared: state }),
    damageCheckpoint: (of, where) => {
      const file = openSync(state.checkpoint(of), 'r+')
      const garbage = Buffer.from('this is no database, and long enough to show it'.repeat(999))
      writeSync(file, garbage, 0, garbage.length, where === 'start' ? 0 : 4096)
      closeSync(file)
    },
  }
}

describeCheckpoint(newStore, sealedBy().keys)
describeLedger(newStore)
describeLocks(newStore)
describeGates(newStore)
describeNumbers(newStore)
describePoolMemory(newStore)
describeAlone(newStore)

const IDENTITY = { inputHash: 'a', workflowVersion: 1, mock: false }
const workflow = workflowName('lld')
const outcome = {
  item: itemId('42'),
  outcome: 'done',
  inputHash: 'a',
  run: 'r-1',
  at: 5,
  mock: false,
  label: 'LLD-42',
  command: 'agentos lld 42',
} as const

test('a removed checkpoint leaves nothing, not even its log', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'lld_42.db')
  const { checkpoint } = openCheckpoint(path, IDENTITY, sealedBy())
  await checkpoint.save({ kind: 'step', key: 'draft' }, 'x')
  removeCheckpoint(path)
  expect(readdirSync(folder)).toEqual([])
  await checkpoint.close()
})

test('a checkpoint that nothing was saved to yet is whole without its log', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'lld_42.db')
  const { checkpoint } = openCheckpoint(path, IDENTITY, sealedBy())
  copyFileSync(path, join(folder, 'alone.db'))
  const alone = new DatabaseSync(join(folder, 'alone.db'))
  expect(alone.prepare('SELECT * FROM history').all()).toEqual([])
  alone.close()
  await checkpoint.close()
})

test('a checkpoint whose folder is missing is an error, not a silent start', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a'))
  const open = () => openCheckpoint(join(folder, 'b', 'x.db'), IDENTITY, sealedBy())
  expect(open).toThrow('no such file or directory')
})

/** A store of which nothing is open, and its files. */
function closedStore() {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  mkdirSync(state.path)
  const address = storeIn({ state, shared: state })
  return { address, ledger: state.ledger, files: () => readdirSync(state.path) }
}

test('files are for the user only', async () => {
  const { address, ledger } = closedStore()
  const store = openStore(address)
  await store.check()
  await store.close()
  expect(statSync(ledger).mode & 0o777).toBe(0o600)
})

test('nothing is made before it is used; a closed store is not opened again', async () => {
  const { address, files } = closedStore()
  const store = openStore(address)
  expect(files()).toEqual([])
  await store.close()
  await expect(store.check()).rejects.toThrow('it was closed')
  expect(files()).toEqual([])
})

test('viewing a ledger, in use or not, or not there, leaves its folder as it is', async () => {
  const { address, files } = closedStore()
  const seen = async () => [...(await viewStore(address).outcomes(workflow, false)).values()]
  expect(await seen()).toEqual([])
  expect(files()).toEqual([])

  const store = openStore(address)
  await store.ledger.record(workflow, outcome)
  const inUse = files()
  expect(await seen()).toEqual([outcome])
  expect(files()).toEqual(inUse)

  await store.close()
  expect(await seen()).toEqual([outcome])
  expect(files()).toEqual(['ledger.db'])
})

test('of a linked worktree, locks and numbers are in the main one, all else is its own', async () => {
  const [state, shared] = [0, 1].map(() => {
    const place = StateDirectory.of(temporaryFolder(), undefined)
    place.create()
    return place
  }) as [StateDirectory, StateDirectory]
  const store = openStore(storeIn({ state, shared }))
  const main = openStore(storeIn({ state: shared, shared }))
  const holder = { run: 'r-1', pid: 1, startedAt: 'x' }
  await store.locksOf(holder, () => true).take(workflow, outcome.item)
  const request = { series: 'issues', workflow, taken: [] }
  expect(await store.numbers.reserve({ ...request, item: itemId('a') })).toBe(1)
  expect(await main.numbers.reserve({ ...request, item: itemId('b') })).toBe(2)
  await store.ledger.record(workflow, outcome)
  await Promise.all([store.close(), main.close()])
  const view = viewStore(storeIn({ state: shared, shared }))
  expect(await view.heldItems()).toEqual([{ workflow, item: outcome.item, holder }])
  expect(await view.allOutcomes()).toEqual([])
  rmSync(shared.path, { recursive: true })
  expect(await viewStore(storeIn({ state, shared })).allOutcomes()).toHaveLength(1)
})
