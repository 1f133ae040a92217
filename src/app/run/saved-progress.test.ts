import { readdirSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import { openCheckpoint } from '../../store/sqlite/checkpoint.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { savedProgress } from './saved-progress.ts'

const WORKFLOW = { name: 'lld' as WorkflowName, version: 2 }
const IDENTITY = { inputHash: 'now', workflowVersion: 2, mock: false }

test('saved steps of this very work count; what does not fit is said, and nothing is touched', () => {
  const root = temporaryFolder()
  const state = StateDirectory.of(root, undefined)
  state.create()
  const of = (id: string) => ({ workflow: WORKFLOW.name, item: id as ItemId, mock: false })
  const save = (id: string, change: Partial<typeof IDENTITY>, ...keys: string[]) => {
    const path = state.checkpoint(of(id))
    const { checkpoint } = openCheckpoint(path, { ...IDENTITY, ...change }, sealedBy())
    for (const key of keys) checkpoint.save(key, key)
    return checkpoint
  }
  const running = save('running', {}, 'look', 'draft/ask draft', 'draft', 'gate draft', 'check/a')
  const asked = save('refused', {}, 'ask fix', 'ask fix#2')
  asked.refuse('ask fix')
  asked.close()
  save('edited', { inputHash: 'before' }, 'look').close()
  save('older', { workflowVersion: 1 }, 'look').close()
  save('offline', { mock: true }, 'look').close()
  writeFileSync(state.checkpoint(of('emptied')), '')
  const unbegun = new DatabaseSync(state.checkpoint(of('unbegun')))
  unbegun.exec('PRAGMA user_version = 1')
  unbegun.close()
  writeFileSync(state.checkpoint(of('damaged')), 'no database at all')
  const before = readdirSync(state.checkpoints)

  const ids = [
    'running',
    'refused',
    'edited',
    'older',
    'offline',
    'emptied',
    'damaged',
    'unbegun',
    'new',
  ]
  const items = ids.map((id) => ({
    ...{ id: id as ItemId, label: id, title: id, body: '', dependsOn: [], inputHash: 'now' },
  }))
  expect(savedProgress({ items, workflow: WORKFLOW, state, mock: false })).toEqual(
    new Map(
      Object.entries({
        running: { steps: ['look', 'draft', 'check/a'], savedAt: expect.any(Number) },
        edited: { steps: [], startsOver: 'input-changed' },
        older: { steps: [], startsOver: 'workflow-changed' },
        offline: { steps: [], startsOver: 'provider-changed' },
        emptied: { steps: [], startsOver: 'damaged' },
        damaged: { steps: [], startsOver: 'damaged' },
      }),
    ),
  )
  expect(readdirSync(state.checkpoints)).toEqual(before)
  running.close()
})

test('before the first run nothing is saved', () => {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  expect(savedProgress({ items: [], workflow: WORKFLOW, state, mock: false }).size).toBe(0)
  expect(state.exists()).toBe(false)
})
