import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { itemId, workflowName } from '../model/ids.ts'
import type { Outcome } from '../model/outcome.ts'
import { SqliteGates } from '../store/sqlite/gates.ts'
import { SqliteLedger } from '../store/sqlite/ledger.ts'
import { findGate } from './gates.ts'

const WORKFLOW = workflowName('lld')

test('an item that waits at no gate is said to be over, and no other one is named instead', () => {
  const place = placeWith([
    { item: '8', outcome: 'gated', mock: false, hash: 'a'.repeat(64) },
    { item: '9', outcome: 'done', mock: false },
  ])
  const refused = { hint: '`agentos gates` lists those that do.' }
  expect(() => findGate(place, 'LLD-9', {})).toThrow(expect.objectContaining(refused))
  expect(() => findGate(place, 'LLD-9', {})).toThrow(
    'No item "LLD-9" stands at a gate. It ended as done in run r-1.',
  )
  expect(() => findGate(place, 'LLD-7', {})).toThrow(expect.objectContaining(refused))
})

test('of a gate of a real run and one of a mock run, the hash says which is meant', () => {
  const [real, mock] = ['a'.repeat(64), 'b'.repeat(64)]
  const place = placeWith([
    { item: '8', outcome: 'gated', mock: false, hash: real },
    { item: '8', outcome: 'gated', mock: true, hash: mock },
  ])
  const hint = `Say which by \`--hash\`: ${real.slice(0, 12)} (real models), ${mock.slice(0, 12)} (mock provider).`
  expect(() => findGate(place, 'LLD-8', {})).toThrow(expect.objectContaining({ hint }))
  expect(findGate(place, 'LLD-8', { hash: mock.slice(0, 8) })).toMatchObject({ mock: true })
  expect(findGate(place, '8', { hash: real })).toMatchObject({ mock: false })
})

function placeWith(
  items: readonly { item: string; outcome: Outcome; mock: boolean; hash?: string }[],
) {
  const root = temporaryFolder()
  const path = join(root, 'ledger.db')
  const ledger = new SqliteLedger(path)
  const gates = new SqliteGates(path)
  for (const { item, outcome, mock, hash } of items) {
    const about = { item: itemId(item), label: `LLD-${item}`, inputHash: 'h', mock, command: 'x' }
    ledger.record(WORKFLOW, { ...about, outcome, run: 'r-1', at: 1 })
    const asked = { ...about, workflow: WORKFLOW, gate: 'draft', question: 'Good?', content: 'x' }
    if (hash !== undefined) gates.ask({ ...asked, path: null, hash }, 1)
  }
  gates.close()
  ledger.close()
  return { root, ledger: path }
}
