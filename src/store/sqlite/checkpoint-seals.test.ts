import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { RecordName } from '../checkpoint.ts'
import { openCheckpoint } from './checkpoint.ts'

describe('the seals of a checkpoint', () => {
  const identity = { inputHash: 'a', workflowVersion: 1, mock: false }
  const review = { kind: 'ask', key: 'review/review', value: '{"verdict":"APPROVED"}' } as const
  const step = (key: string) => ({ kind: 'step', key }) as const

  /** One that has saved a draft and a review, and what may happen to its file. */
  async function savedCheckpoint() {
    const path = join(temporaryFolder(), 'lld_42.db')
    const open = async (...apiKeys: string[]) => {
      const { checkpoint, setAside } = openCheckpoint(path, identity, sealedBy(...apiKeys))
      const values = [step('draft'), step('refused'), review].map(
        (name) => checkpoint.read(name)?.value,
      )
      await checkpoint.close()
      return setAside?.why ?? values
    }
    const edit = (...statements: string[]) => {
      const database = new DatabaseSync(path)
      for (const statement of statements) database.exec(statement)
      database.close()
    }
    const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one', 'key two'))
    await checkpoint.save(step('draft'), 'a draft')
    await checkpoint.save(step('refused'), 'an answer')
    await checkpoint.refuse(step('refused'))
    await checkpoint.close()
    return { path, open, edit }
  }
  const SAVED = ['a draft', undefined, undefined]
  const INSERT = `INSERT INTO history (kind, key, value, seal) SELECT '${review.kind}', '${review.key}', '${review.value}'`

  test.each([
    ['a result that somebody added, with no seal', `${INSERT}, ''`],
    ['one with the seal of another', `${INSERT}, seal FROM history WHERE key = 'draft'`],
    ['a result of another kind', `UPDATE history SET kind = 'ask' WHERE key = 'draft'`],
    ['a result that was moved', `UPDATE history SET key = '${review.key}' WHERE key = 'draft'`],
    ['one that was refused and is back', `UPDATE history SET is_refusal = 0 WHERE is_refusal = 1`],
    ['a gap', `DELETE FROM history WHERE key = 'refused' AND is_refusal = 0`],
    ['a history without its beginning', `DELETE FROM history WHERE key = 'draft'`],
    ['a changed result', `UPDATE history SET value = '"a trap"' WHERE key = 'draft'`],
    ['other work', `UPDATE wrapped_keys SET wrapped = randomblob(60)`],
    ['no key', 'DELETE FROM wrapped_keys'],
  ])('do not fit %s: nothing of it is used', async (_, statement) => {
    const { open, edit } = await savedCheckpoint()
    edit(statement)
    expect(await open('key one')).toBe('seal-broken')
    expect(await open('key one')).toEqual([undefined, undefined, undefined])
  })

  test('do not fit results of other work that are passed off for it', async () => {
    const { path, open, edit } = await savedCheckpoint()
    const other = { ...identity, inputHash: 'b' }
    await openCheckpoint(path, other, sealedBy('key one')).checkpoint.close()
    renameSync(path.replace('.db', '.input-changed-1.db'), path)
    edit(`UPDATE identity SET input_hash = 'b'`)
    const { checkpoint, setAside } = openCheckpoint(path, other, sealedBy('key one'))
    await checkpoint.close()
    expect(setAside?.why).toBe('seal-broken')
    expect(await open('key one')).toBe('input-changed')
  })

  test('do not fit a review of a text that was lost, put back behind another text', async () => {
    const { path, open, edit } = await savedCheckpoint()
    const save = async (name: RecordName, value: string) => {
      const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one'))
      await checkpoint.save(name, value)
      await checkpoint.close()
    }
    await save(review, 'APPROVED')
    edit('CREATE TABLE old AS SELECT * FROM history', 'DELETE FROM history')
    for (const key of ['draft', 'checks', 'tests']) await save(step(key), 'another text')
    edit(`INSERT INTO history SELECT * FROM old WHERE key = '${review.key}'`)
    expect(await open('key one')).toBe('seal-broken')
  })

  test('fit a history that lacks its end: the item does that work again', async () => {
    const { open, edit } = await savedCheckpoint()
    edit('DELETE FROM history WHERE is_refusal = 1')
    expect(await open('key one')).toEqual(['a draft', 'an answer', undefined])
    edit('DELETE FROM history')
    expect(await open('key one')).toEqual([undefined, undefined, undefined])
  })

  test('show a flipped byte in a result', async () => {
    const { path, open } = await savedCheckpoint()
    const bytes = readFileSync(path)
    const at = bytes.indexOf('a draft')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect(await open('key one')).toBe('seal-broken')
  })

  test('are opened by any credential that is left, and by those that came since', async () => {
    const { open } = await savedCheckpoint()
    expect(await open('key two', 'key three')).toEqual(SAVED)
    expect(await open('key three')).toEqual(SAVED)
    expect(await open('key four')).toBe('credentials-changed')
  })

  test('are opened by the second wrapped key if the first one is damaged', async () => {
    const { open, edit } = await savedCheckpoint()
    edit('UPDATE wrapped_keys SET wrapped = randomblob(60) WHERE rowid = 1')
    expect(await open('key one', 'key two')).toEqual(SAVED)
    expect(await open('key one')).toEqual(SAVED)
  })

  test('of a checkpoint that was emptied have a new key, which is stored', async () => {
    const { path, open, edit } = await savedCheckpoint()
    edit('DELETE FROM identity', 'DELETE FROM history')
    const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one'))
    await checkpoint.save(step('draft'), 'a new draft')
    await checkpoint.close()
    expect(await open('key one')).toEqual(['a new draft', undefined, undefined])
  })

  test('are not opened by a short key, which can be guessed, where there is a longer one', async () => {
    const path = join(temporaryFolder(), 'lld_42.db')
    const open = async (...apiKeys: string[]) => {
      const { checkpoint, setAside } = openCheckpoint(path, identity, sealedBy(...apiKeys))
      await checkpoint.close()
      return setAside?.why
    }
    const [long, short] = ['sk-a-key-of-a-provider', 'ollama']
    expect(await open(short, long)).toBeUndefined()
    expect(await open(long)).toBeUndefined()
    expect(await open(short)).toBe('credentials-changed')
    expect(await open(short), 'it is all there is').toBeUndefined()
  })

  test('are checked also for a checkpoint that was made without a credential', async () => {
    const { open } = await savedCheckpoint()
    expect(await open()).toBe('credentials-changed')
    expect(await open('key one')).toBe('credentials-changed')
  })

  test('keep out what is written while it is open; the next one that is saved removes it', async () => {
    const { path, open, edit } = await savedCheckpoint()
    const foreign: RecordName[] = []
    const { checkpoint } = openCheckpoint(path, identity, {
      ...sealedBy('key one'),
      onForeign: (name) => foreign.push(name),
    })
    edit(`${INSERT}, seal FROM history WHERE key = 'draft'`)
    expect(checkpoint.read(review)).toBeUndefined()
    await checkpoint.save(review, 'REVISE')
    await checkpoint.close()
    expect(foreign).toEqual([{ kind: review.kind, key: review.key }])
    expect(await open('key one')).toEqual(['a draft', undefined, 'REVISE'])
  })

  test('leave no key in the file, neither theirs nor a credential’s', async () => {
    const { path } = await savedCheckpoint()
    const bytes = readFileSync(path)
    for (const { key } of sealedBy('key one', 'key two').keys) {
      expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
      expect(bytes.includes(key)).toBe(false)
    }
    expect(bytes.includes('key one')).toBe(false)
  })
})
