import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { sealedBy } from '../../../test/rig/sealing.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { openCheckpoint } from './checkpoint.ts'

describe('the seals of a checkpoint', () => {
  const identity = { inputHash: 'a', workflowVersion: 1, mock: false }
  const review = { key: 'review/ask review', value: '{"verdict":"APPROVED"}' }

  /** One that has saved a draft and a review, and what may happen to its file. */
  function savedCheckpoint() {
    const path = join(temporaryFolder(), 'lld_42.db')
    const open = (...apiKeys: string[]) => {
      const { checkpoint, setAside } = openCheckpoint(path, identity, sealedBy(...apiKeys))
      const values = ['draft', 'refused', review.key].map((key) => checkpoint.read(key)?.value)
      checkpoint.close()
      return setAside?.why ?? values
    }
    const edit = (...statements: string[]) => {
      const database = new DatabaseSync(path)
      for (const statement of statements) database.exec(statement)
      database.close()
    }
    const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one', 'key two'))
    checkpoint.save('draft', 'a draft')
    checkpoint.save('refused', 'an answer')
    checkpoint.refuse('refused')
    checkpoint.close()
    return { path, open, edit }
  }
  const SAVED = ['a draft', undefined, undefined]
  const INSERT = `INSERT INTO history (key, value, seal) SELECT '${review.key}', '${review.value}'`

  test.each([
    ['a result that somebody added, with no seal', `${INSERT}, ''`],
    ['one with the seal of another', `${INSERT}, seal FROM history WHERE key = 'draft'`],
    ['a result that was moved', `UPDATE history SET key = '${review.key}' WHERE key = 'draft'`],
    ['one that was refused and is back', `UPDATE history SET is_refusal = 0 WHERE is_refusal = 1`],
    ['a gap', `DELETE FROM history WHERE key = 'refused' AND is_refusal = 0`],
    ['a history without its beginning', `DELETE FROM history WHERE key = 'draft'`],
    ['a changed result', `UPDATE history SET value = '"a trap"' WHERE key = 'draft'`],
    ['other work', `UPDATE wrapped_keys SET wrapped = randomblob(60)`],
    ['no key', 'DELETE FROM wrapped_keys'],
  ])('do not fit %s: nothing of it is used', (_, statement) => {
    const { open, edit } = savedCheckpoint()
    edit(statement)
    expect(open('key one')).toBe('seal-broken')
    expect(open('key one')).toEqual([undefined, undefined, undefined])
  })

  test('do not fit results of other work that are passed off for it', () => {
    const { path, open, edit } = savedCheckpoint()
    const other = { ...identity, inputHash: 'b' }
    openCheckpoint(path, other, sealedBy('key one')).checkpoint.close()
    renameSync(path.replace('.db', '.input-changed-1.db'), path)
    edit(`UPDATE identity SET input_hash = 'b'`)
    const { checkpoint, setAside } = openCheckpoint(path, other, sealedBy('key one'))
    checkpoint.close()
    expect(setAside?.why).toBe('seal-broken')
    expect(open('key one')).toBe('input-changed')
  })

  test('do not fit a review of a text that was lost, put back behind another text', () => {
    const { path, open, edit } = savedCheckpoint()
    const save = (key: string, value: string) => {
      const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one'))
      checkpoint.save(key, value)
      checkpoint.close()
    }
    save(review.key, 'APPROVED')
    edit('CREATE TABLE old AS SELECT * FROM history', 'DELETE FROM history')
    for (const key of ['draft', 'checks', 'tests']) save(key, 'another text')
    edit(`INSERT INTO history SELECT * FROM old WHERE key = '${review.key}'`)
    expect(open('key one')).toBe('seal-broken')
  })

  test('fit a history that lacks its end: the item does that work again', () => {
    const { open, edit } = savedCheckpoint()
    edit('DELETE FROM history WHERE is_refusal = 1')
    expect(open('key one')).toEqual(['a draft', 'an answer', undefined])
    edit('DELETE FROM history')
    expect(open('key one')).toEqual([undefined, undefined, undefined])
  })

  test('show a flipped byte in a result', () => {
    const { path, open } = savedCheckpoint()
    const bytes = readFileSync(path)
    const at = bytes.indexOf('a draft')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect(open('key one')).toBe('seal-broken')
  })

  test('are opened by any credential that is left, and by those that came since', () => {
    const { open } = savedCheckpoint()
    expect(open('key two', 'key three')).toEqual(SAVED)
    expect(open('key three')).toEqual(SAVED)
    expect(open('key four')).toBe('credentials-changed')
  })

  test('are opened by the second wrapped key if the first one is damaged', () => {
    const { open, edit } = savedCheckpoint()
    edit('UPDATE wrapped_keys SET wrapped = randomblob(60) WHERE rowid = 1')
    expect(open('key one', 'key two')).toEqual(SAVED)
    expect(open('key one')).toEqual(SAVED)
  })

  test('of a checkpoint that was emptied have a new key, which is stored', () => {
    const { path, open, edit } = savedCheckpoint()
    edit('DELETE FROM identity', 'DELETE FROM history')
    const { checkpoint } = openCheckpoint(path, identity, sealedBy('key one'))
    checkpoint.save('draft', 'a new draft')
    checkpoint.close()
    expect(open('key one')).toEqual(['a new draft', undefined, undefined])
  })

  test('are not opened by a short key, which can be guessed, where there is a longer one', () => {
    const path = join(temporaryFolder(), 'lld_42.db')
    const open = (...apiKeys: string[]) => {
      const { checkpoint, setAside } = openCheckpoint(path, identity, sealedBy(...apiKeys))
      checkpoint.close()
      return setAside?.why
    }
    const [long, short] = ['sk-a-key-of-a-provider', 'ollama']
    expect(open(short, long)).toBeUndefined()
    expect(open(long)).toBeUndefined()
    expect(open(short)).toBe('credentials-changed')
    expect(open(short), 'it is all there is').toBeUndefined()
  })

  test('are checked also for a checkpoint that was made without a credential', () => {
    const { open } = savedCheckpoint()
    expect(open()).toBe('credentials-changed')
    expect(open('key one')).toBe('credentials-changed')
  })

  test('keep out what is written while it is open; the next one that is saved removes it', () => {
    const { path, open, edit } = savedCheckpoint()
    const foreign: string[] = []
    const { checkpoint } = openCheckpoint(path, identity, {
      ...sealedBy('key one'),
      onForeign: (key) => foreign.push(key),
    })
    edit(`${INSERT}, seal FROM history WHERE key = 'draft'`)
    expect(checkpoint.read(review.key)).toBeUndefined()
    checkpoint.save(review.key, 'REVISE')
    checkpoint.close()
    expect(foreign).toEqual([review.key])
    expect(open('key one')).toEqual(['a draft', undefined, 'REVISE'])
  })

  test('leave no key in the file, neither theirs nor a credential’s', () => {
    const { path } = savedCheckpoint()
    const bytes = readFileSync(path)
    for (const { key } of sealedBy('key one', 'key two').keys) {
      expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
      expect(bytes.includes(key)).toBe(false)
    }
    expect(bytes.includes('key one')).toBe(false)
  })
})
