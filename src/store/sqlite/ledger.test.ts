import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import { SqliteLedger } from './ledger.ts'

test('a ledger of an earlier version, which knew no labels, is read and written on', () => {
  const path = join(temporaryFolder(), 'ledger.db')
  const old = new DatabaseSync(path)
  old.exec(`CREATE TABLE outcomes (workflow TEXT NOT NULL, item TEXT NOT NULL,
    outcome TEXT NOT NULL, input_hash TEXT NOT NULL, run TEXT NOT NULL, at REAL NOT NULL,
    mock INTEGER NOT NULL, PRIMARY KEY (workflow, item, mock)) STRICT;
    INSERT INTO outcomes VALUES ('lld', '1', 'failed', 'h', 'r-1', 1, 0)`)
  old.close()
  expect(SqliteLedger.peekAll(path)).toMatchObject([{ item: '1', label: '', command: '' }])

  const ledger = new SqliteLedger(path)
  const about = { label: 'LLD-2', command: 'agentos lld 2', inputHash: 'h', run: 'r-2', at: 2 }
  const outcome = { ...about, item: itemId('2'), outcome: 'done', mock: false } as const
  ledger.record(workflowName('lld'), outcome)
  ledger.close()
  expect(SqliteLedger.peekAll(path)).toMatchObject([{ item: '1', label: '' }, outcome])
})
