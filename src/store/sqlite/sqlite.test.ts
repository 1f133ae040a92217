import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import { describeGates, describeNumbers } from '../asked-conformance.ts'
import { describeCheckpoint, describeLedger, describeLocks } from '../conformance.ts'
import { openCheckpoint, removeCheckpoint } from './checkpoint.ts'
import { SqliteGates } from './gates.ts'
import { SqliteLedger } from './ledger.ts'
import { SqliteLocks } from './locks.ts'
import { SqliteNumbers } from './numbers.ts'
import { SqlitePoolMemory } from './pool-memory.ts'

describeCheckpoint(() => {
  const folder = temporaryFolder()
  const path = join(folder, 'lld_42.db')
  return {
    open: (identity) => openCheckpoint(path, identity, sealedBy()),
    damage: (where) => {
      const file = openSync(path, 'r+')
      const garbage = Buffer.from('this is no database, and long enough to show it'.repeat(999))
      writeSync(file, garbage, 0, garbage.length, where === 'start' ? 0 : 4096)
      closeSync(file)
    },
    kept: () => readdirSync(folder).filter((name) => /^lld_42\..+\.db$/.test(name)).length,
  }
})

describeLedger(() => {
  const path = join(temporaryFolder(), 'ledger.db')
  return { open: () => new SqliteLedger(path) }
})

describeGates(() => {
  const path = join(temporaryFolder(), 'ledger.db')
  return { open: () => new SqliteGates(path) }
})

describeLocks(() => {
  const path = join(temporaryFolder(), 'ledger.db')
  return { open: (holder) => new SqliteLocks(path, holder) }
})

describeNumbers(() => {
  const path = join(temporaryFolder(), 'ledger.db')
  return { open: () => new SqliteNumbers(path) }
})

test('a removed checkpoint leaves nothing, not even its log', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'lld_42.db')
  const { checkpoint } = openCheckpoint(
    path,
    { inputHash: 'a', workflowVersion: 1, mock: false },
    sealedBy(),
  )
  checkpoint.save('draft', 'x')
  removeCheckpoint(path)
  expect(readdirSync(folder)).toEqual([])
  checkpoint.close()
})

test('a checkpoint that nothing was saved to yet is whole without its log', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'lld_42.db')
  const { checkpoint } = openCheckpoint(
    path,
    { inputHash: 'a', workflowVersion: 1, mock: false },
    sealedBy(),
  )
  copyFileSync(path, join(folder, 'alone.db'))
  const alone = new DatabaseSync(join(folder, 'alone.db'))
  expect(alone.prepare('SELECT * FROM history').all()).toEqual([])
  alone.close()
  checkpoint.close()
})

test('files are for the user only', () => {
  const path = join(temporaryFolder(), 'ledger.db')
  new SqliteLedger(path).close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('peeking at a ledger, in use or not, or not there, leaves its folder as it is', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'ledger.db')
  const workflow = workflowName('lld')
  expect(SqliteLedger.peek(path, workflow, false).size).toBe(0)
  expect(readdirSync(folder)).toEqual([])

  const ledger = new SqliteLedger(path)
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
  ledger.record(workflow, outcome)
  const inUse = readdirSync(folder)
  expect([...SqliteLedger.peek(path, workflow, false).values()]).toEqual([outcome])
  expect(readdirSync(folder)).toEqual(inUse)

  ledger.close()
  expect([...SqliteLedger.peek(path, workflow, false).values()]).toEqual([outcome])
  expect(readdirSync(folder)).toEqual(['ledger.db'])
})

test('a used-up quota is known to the next run until its time has come', () => {
  const path = join(temporaryFolder(), 'ledger.db')
  const day = { provider: 'google', scope: 'a', model: 'm', why: 'day-quota', until: 500 } as const
  const bill = { provider: 'google', scope: 'b', model: null, why: 'billing', until: 900 } as const
  const first = new SqlitePoolMemory(path)
  for (const rest of [{ ...day, until: 100 }, day, bill]) first.recordRest(rest)
  first.close()
  const next = new SqlitePoolMemory(path)
  expect(next.rests(0)).toEqual([day, bill])
  expect(next.rests(500)).toEqual([bill])
  next.close()
})

test('what was left of limits is known to the next run, the last word of each', () => {
  const path = join(temporaryFolder(), 'ledger.db')
  const lane = { provider: 'google', scope: 'a', model: 'm' }
  const level = { ...lane, dimension: 'requests', per: 'day', limit: 50, isGuess: true } as const
  const first = new SqlitePoolMemory(path)
  first.recordLevels([{ ...level, left: 9, at: 1_000 }])
  first.recordLevels([{ ...level, left: 8, at: 2_000 }])
  first.close()
  const next = new SqlitePoolMemory(path)
  expect(next.levels(3_000)).toEqual([{ ...level, left: 8, at: 2_000 }])
  expect(next.levels(1e12)).toEqual([])
  next.close()
})

test('a checkpoint whose folder is missing is an error, not a silent start', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a'))
  const open = () =>
    openCheckpoint(
      join(folder, 'b', 'x.db'),
      { inputHash: 'a', workflowVersion: 1, mock: false },
      sealedBy(),
    )
  expect(open).toThrow('no such file or directory')
})
