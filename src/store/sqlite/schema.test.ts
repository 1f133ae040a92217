import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { LayoutUnknown, problemOf } from '../problem-of.ts'
import { openCheckpoint, peekCheckpoint } from './checkpoint.ts'
import { openDatabase, readUntouched } from './database.ts'
import { layoutOf, type Schema } from './schema.ts'

const ONE: Schema = { name: 'Notes', steps: ['CREATE TABLE notes (text TEXT NOT NULL) STRICT'] }
const TWO: Schema = {
  ...ONE,
  steps: [...ONE.steps, "ALTER TABLE notes ADD COLUMN by TEXT NOT NULL DEFAULT 'nobody'"],
}

/** A database with one note, made by this layout. */
function notesBy(schema: Schema): string {
  const path = join(temporaryFolder(), 'notes.db')
  const database = openDatabase(path, schema)
  database.exec("INSERT INTO notes (text) VALUES ('hello')")
  database.close()
  return path
}

const notesIn = (database: DatabaseSync) => database.prepare('SELECT * FROM notes').all()

test('an older layout is brought to the newest one with all it holds, once', () => {
  const path = notesBy(ONE)
  for (let times = 0; times < 2; times++) {
    const database = openDatabase(path, TWO)
    expect(notesIn(database)).toEqual([{ text: 'hello', by: 'nobody' }])
    expect(layoutOf(database, TWO)).toBe('current')
    database.close()
  }
})

test('a step that fails leaves the older layout', () => {
  const path = notesBy(ONE)
  const broken = {
    ...ONE,
    steps: [...ONE.steps, 'DELETE FROM notes; ALTER TABLE missing RENAME TO other'],
  }
  expect(() => openDatabase(path, broken)).toThrow('no such table')
  const database = openDatabase(path, ONE)
  expect(notesIn(database)).toEqual([{ text: 'hello' }])
  database.close()
})

test('an older layout is read as the newest one, and left as it is', () => {
  const path = notesBy(ONE)
  const before = readFileSync(path)
  expect(readUntouched(path, TWO, notesIn)).toEqual([{ text: 'hello', by: 'nobody' }])
  expect(readFileSync(path)).toEqual(before)
  expect(readdirSync(join(path, '..'))).toEqual(['notes.db'])
})

test('a newer layout is refused by name, whether it is opened or read, and loses nothing', () => {
  const path = notesBy(TWO)
  const newer = 'a newer version of AgentOS has made it (layout 2, this one knows 1)'
  expect(() => openDatabase(path, ONE)).toThrow(newer)
  expect(() => readUntouched(path, ONE, notesIn)).toThrow(newer)
  const database = openDatabase(path, TWO)
  expect(notesIn(database)).toEqual([{ text: 'hello', by: 'nobody' }])
  database.close()
})

test('a file that another process makes at that very moment is not taken for an unknown one', () => {
  const path = join(temporaryFolder(), 'notes.db')
  const database = new DatabaseSync(path)
  const meanwhile = {
    prepare(text: string) {
      const rows = database.prepare(text).all()
      openDatabase(path, ONE).close()
      return { get: () => rows[0] }
    },
  }
  expect(layoutOf(meanwhile as unknown as DatabaseSync, ONE)).toBe('current')
  database.close()
})

test('a file without a version is not touched: an unreleased version has made it', () => {
  const path = join(temporaryFolder(), 'notes.db')
  const old = new DatabaseSync(path)
  old.exec('CREATE TABLE notes (text TEXT)')
  old.close()
  expect(() => openDatabase(path, ONE)).toThrow(LayoutUnknown)
  expect(() => readUntouched(path, ONE, notesIn)).toThrow('an unreleased version of AgentOS')
})

test('a checkpoint of an unreleased layout is set aside; one of a newer version is refused', async () => {
  const path = join(temporaryFolder(), 'lld_42.db')
  const identity = { inputHash: 'a', workflowVersion: 1, mock: false }
  const change = (statement: string) => {
    const database = new DatabaseSync(path)
    database.exec(statement)
    database.close()
  }
  await openCheckpoint(path, identity, sealedBy()).checkpoint.close()
  change('PRAGMA user_version = 0')
  expect(peekCheckpoint(path, identity)).toEqual({ records: [], misfit: 'damaged' })
  const { checkpoint, setAside } = openCheckpoint(path, identity, sealedBy())
  expect(setAside?.why).toBe('damaged')
  await checkpoint.close()

  change('PRAGMA user_version = 99')
  const before = readFileSync(path)
  const refused = error(() => openCheckpoint(path, identity, sealedBy()))
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^Checkpoint .+ a newer version/),
  })
  expect(problemOf(refused)).toBe('newer')
  expect(readFileSync(path)).toEqual(before)
  expect(readdirSync(join(path, '..'))).toHaveLength(2)
})

function error(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    return thrown
  }
}
