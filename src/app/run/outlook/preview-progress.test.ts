import { readdirSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../../test/rig/temporary-folder.ts'
import type { ItemId, WorkflowName } from '../../../model/ids.ts'
import type { RecordName } from '../../../store/checkpoint.ts'
import { openItemStore, storeIn, viewStore } from '../../../store/open-store.ts'
import { StateDirectory } from '../../../store/state-directory.ts'
import { savedProgress } from './preview-progress.ts'

const WORKFLOW = { name: 'lld' as WorkflowName, version: 2 }
const step = (key: string) => ({ kind: 'step', key }) as const
const IDENTITY = { inputHash: 'now', workflowVersion: 2, mock: false }

test('saved steps of this very work count; what does not fit is said, and nothing is touched', async () => {
  const root = temporaryFolder()
  const state = StateDirectory.of(root, undefined)
  state.create()
  const of = (id: string) => ({ workflow: WORKFLOW.name, item: id as ItemId, mock: false })
  const address = storeIn({ state, shared: state })
  const save = async (id: string, change: Partial<typeof IDENTITY>, ...names: RecordName[]) => {
    const identity = { ...IDENTITY, ...change }
    const { checkpoint } = await openItemStore(address, of(id)).openCheckpoint(identity, sealedBy())
    for (const name of names) await checkpoint.save(name, 1)
    return checkpoint
  }
  const running = await save(
    'running',
    {},
    step('look'),
    { kind: 'ask', key: 'draft/draft' },
    step('draft'),
    { kind: 'gate', key: 'draft' },
    step('check/a'),
    step('ask me'),
    step('gate draft'),
  )
  const fix = { kind: 'ask', key: 'fix' } as const
  const asked = await save('refused', {}, fix, { kind: 'ask', key: 'fix#2' })
  await asked.refuse(fix)
  await asked.close()
  await (await save('edited', { inputHash: 'before' }, step('look'))).close()
  await (await save('older', { workflowVersion: 1 }, step('look'))).close()
  await (await save('offline', { mock: true }, step('look'))).close()
  writeFileSync(state.checkpoint(of('emptied')), '')
  const unbegun = new DatabaseSync(state.checkpoint(of('unbegun')))
  unbegun.exec('PRAGMA application_id = 1')
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
  const store = viewStore(address)
  expect(await savedProgress({ items, workflow: WORKFLOW, store, mock: false })).toEqual(
    new Map(
      Object.entries({
        running: {
          steps: ['look', 'draft', 'check/a', 'ask me', 'gate draft'],
          savedAt: expect.any(Number),
        },
        edited: { steps: [], startsOver: 'input-changed' },
        older: { steps: [], startsOver: 'workflow-changed' },
        offline: { steps: [], startsOver: 'provider-changed' },
        emptied: { steps: [], startsOver: 'damaged' },
        damaged: { steps: [], startsOver: 'damaged' },
      }),
    ),
  )
  expect(readdirSync(state.checkpoints)).toEqual(before)
  await running.close()
})

test('before the first run nothing is saved', async () => {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  const store = viewStore(storeIn({ state, shared: state }))
  const saved = await savedProgress({ items: [], workflow: WORKFLOW, store, mock: false })
  expect(saved.size).toBe(0)
  expect(state.exists()).toBe(false)
})
