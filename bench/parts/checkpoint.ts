/** What it costs to save a step of 20 KB, beside a bare write of the same text that is as durable. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { itemId, workflowName } from '../../src/model/ids.ts'
import { redactorOf } from '../../src/model/secrets/fingerprints.ts'
import { openItemStore, storeIn } from '../../src/store/open-store.ts'
import { StateDirectory } from '../../src/store/state-directory.ts'
import { Interruption } from '../../src/worker/interruption.ts'
import { createJournal } from '../../src/worker/resume-steps.ts'
import { sealedBy } from '../../test/rig/sealing.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const STEPS = 200
const DRAFT = 'Twenty thousand characters of a draft. '.repeat(512)

export const checkpoint: Part = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  let files = 0
  const next = () => join(folder, String(++files))
  const newFolder = () => {
    const path = next()
    mkdirSync(path)
    return path
  }
  try {
    // They take a second in all: more rounds, for a disk has moods.
    const taken = await medians(3 * rounds, {
      ours: () => ours(newFolder()),
      bare: () => bare(next()),
    })
    return [
      {
        what: 'a step that saves 20 KB ÷ a bare node:sqlite insert, both synced',
        unit: 'ratio',
        ours: taken.ours.ms / taken.bare.ms,
        atMost: 1.5,
        peers: [{ name: 'node:sqlite', value: 1 }],
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ours(folder: string): Promise<{ ms: number }> {
  const identity = { inputHash: '', workflowVersion: 1, mock: true }
  const state = StateDirectory.of(folder, undefined)
  state.create()
  const of = { workflow: workflowName('lld'), item: itemId('42'), mock: true }
  const store = openItemStore(storeIn({ state, shared: state }), of)
  const { checkpoint } = await store.openCheckpoint(identity, sealedBy('an API key'))
  const interruption = new Interruption(new AbortController().signal)
  const { step } = createJournal({
    checkpoint,
    interruption,
    send: () => {},
    redactor: redactorOf([]),
    newSpan: () => '',
  })
  const startedAt = performance.now()
  for (let index = 0; index < STEPS; index++) await step('draft', () => DRAFT)
  const ms = performance.now() - startedAt
  await checkpoint.close()
  return { ms }
}

async function bare(path: string): Promise<{ ms: number }> {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  database.exec('CREATE TABLE results (key TEXT PRIMARY KEY, value TEXT) STRICT')
  const insert = database.prepare('INSERT INTO results (key, value) VALUES (?, ?)')
  const startedAt = performance.now()
  for (let index = 0; index < STEPS; index++) insert.run(`draft#${index}`, JSON.stringify(DRAFT))
  const ms = performance.now() - startedAt
  database.close()
  return { ms }
}
