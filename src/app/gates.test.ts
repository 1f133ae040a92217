import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../model/ids.ts'
import type { Outcome } from '../model/outcome.ts'
import { openStore, storeIn } from '../store/open-store.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { findGate } from './gates.ts'

const WORKFLOW = workflowName('lld')

test('an item that waits at no gate is said to be over, and no other one is named instead', async () => {
  const place = await placeWith([
    { item: '8', outcome: 'gated', mock: false, hash: 'a'.repeat(64) },
    { item: '9', outcome: 'done', mock: false },
  ])
  const refused = { hint: '`agentos gates` lists those that do.' }
  await expect(findGate(place, 'LLD-9', {})).rejects.toThrow(expect.objectContaining(refused))
  await expect(findGate(place, 'LLD-9', {})).rejects.toThrow(
    'No item "LLD-9" stands at a gate. It ended as done in run r-1.',
  )
  await expect(findGate(place, 'LLD-7', {})).rejects.toThrow(expect.objectContaining(refused))
})

test('of a gate of a real run and one of a mock run, the hash says which is meant', async () => {
  const [real, mock] = ['a'.repeat(64), 'b'.repeat(64)]
  const place = await placeWith([
    { item: '8', outcome: 'gated', mock: false, hash: real },
    { item: '8', outcome: 'gated', mock: true, hash: mock },
  ])
  const hint = `Say which by \`--hash\`: ${real.slice(0, 12)} (real models), ${mock.slice(0, 12)} (mock provider).`
  await expect(findGate(place, 'LLD-8', {})).rejects.toThrow(expect.objectContaining({ hint }))
  expect(await findGate(place, 'LLD-8', { hash: mock.slice(0, 8) })).toMatchObject({ mock: true })
  expect(await findGate(place, '8', { hash: real })).toMatchObject({ mock: false })
})

async function placeWith(
  items: readonly { item: string; outcome: Outcome; mock: boolean; hash?: string }[],
) {
  const root = temporaryFolder()
  const state = StateDirectory.of(root, undefined)
  state.create()
  const address = storeIn({ state, shared: state })
  const store = openStore(address)
  for (const { item, outcome, mock, hash } of items) {
    const about = { item: itemId(item), inputHash: 'h', mock, command: 'x' }
    const label = `LLD-${item}`
    await store.ledger.record(WORKFLOW, { ...about, label, outcome, run: 'r-1', at: 1 })
    const asked = { ...about, workflow: WORKFLOW, gate: 'draft', question: 'Good?', content: 'x' }
    if (hash !== undefined) await store.gates.ask({ ...asked, path: null, hash }, 1)
  }
  await store.close()
  return { root, store: address }
}
