import { mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import { openCheckpoint } from './checkpoint.ts'
import { SqliteLedger } from './ledger.ts'
import { SqliteLocks } from './locks.ts'

const workflow = workflowName('lld')
const item = itemId('42')
const IDENTITY = {
  inputHash: 'a',
  workflowVersion: 1,
  mock: false,
  label: 'LLD-1',
  command: 'agentos lld 1',
}

test('a checkpoint that is removed while in use is put back, and nothing saved is lost', () => {
  const folder = join(temporaryFolder(), 'checkpoints')
  const path = join(folder, 'lld_42.db')
  mkdirSync(folder)
  const { checkpoint } = openCheckpoint(path, IDENTITY, sealedBy())
  checkpoint.save('draft', 1)
  rmSync(folder, { recursive: true })
  checkpoint.save('review', 2)
  checkpoint.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const again = openCheckpoint(path, IDENTITY, sealedBy()).checkpoint
  expect([again.read('draft'), again.read('review')]).toEqual([{ value: 1 }, { value: 2 }])
  again.close()
})

test('of a ledger that is removed, one connection puts it back for all, and tells', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'ledger.db')
  const told: string[] = []
  const ledger = new SqliteLedger(path, (removed) => told.push(removed))
  const locks = new SqliteLocks(path, { run: 'r-1', pid: 1, startedAt: 'x' })
  locks.take(workflow, item, () => true)
  ledger.record(workflow, outcome('r-1'))
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix)

  ledger.record(workflowName('run'), outcome('r-2'))
  const other = new SqliteLocks(path, { run: 'r-2', pid: 2, startedAt: 'y' })
  expect(other.take(workflow, item, () => true)).toMatchObject({ taken: false, by: { run: 'r-1' } })
  locks.release(workflow, item)
  expect(other.take(workflow, item, () => true)).toEqual({ taken: true })
  expect(told).toEqual([path])
  for (const store of [ledger, locks, other]) store.close()
  const read = new SqliteLedger(path)
  expect(read.outcome(workflow, item, false)?.run).toBe('r-1')
  expect(read.outcome(workflowName('run'), item, false)?.run).toBe('r-2')
  read.close()
})

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

test.each([
  ['nobody has made another', () => {}],
  ['another run has made a new one', (path: string) => new SqliteLedger(path).close()],
])('locks whose ledger was removed are put back; %s', (_, meanwhile) => {
  const path = join(temporaryFolder(), 'state', 'ledger.db')
  mkdirSync(dirname(path))
  const locks = new SqliteLocks(path, { run: 'r-1', pid: 1, startedAt: 'x' })
  const [a, b] = [itemId('a'), itemId('b')]
  for (const item of [a, b]) locks.take(workflow, item, () => true)
  locks.release(workflow, b)
  rmSync(dirname(path), { recursive: true })
  mkdirSync(dirname(path))
  meanwhile(path)
  locks.restore()
  locks.restore()
  expect(SqliteLocks.peek(path)).toMatchObject([{ item: a, holder: { run: 'r-1' } }])
  locks.close()
})
