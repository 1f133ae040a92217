import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { ItemLog } from './item-log.ts'

test('a log below its limit is what was printed', () => {
  expect(logOf(1_000, ['a\n', 'b\nc\n'])).toBe('a\nb\nc\n')
})

test('a log above its limit has the beginning and the end, and says what was left out', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`)
  const log = logOf(1_000, lines)
  expect(log.startsWith('line 0\nline 1\n')).toBe(true)
  expect(log.endsWith('line 998\nline 999\n')).toBe(true)
  expect(log).toMatch(/\n» 8 KB left out here\n/)
})

test('however it is printed, lines stay whole, in order, and the log bounded', () => {
  const line = fc.string({ maxLength: 30, unit: 'grapheme' }).map((text) => text.replace(/\n/g, ''))
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1 })), (writes) => {
      const texts = writes.map((lines) => `${lines.join('\n')}\n`)
      const all = texts.join('').split('\n')
      const kept = logOf(400, texts).split('\n')
      const gap = kept.findIndex((text) => text.startsWith('» '))
      if (gap === -1) {
        expect(kept).toEqual(all)
        return
      }
      expect(kept.slice(0, gap)).toEqual(all.slice(0, gap))
      const tail = kept.slice(gap + 1)
      expect(tail).toEqual(all.slice(-tail.length))
      expect(tail.length).toBeGreaterThan(1)
      expect(Buffer.byteLength(kept.join('\n'))).toBeLessThan(400 + 300)
    }),
    { numRuns: 200 },
  )
})

function logOf(mostBytes: number, texts: readonly string[]): string {
  const folder = temporaryFolder()
  const log = new ItemLog(join(folder, 'A.log'), mostBytes)
  for (const text of texts) log.append(text)
  log.close()
  expect(readdirSync(folder)).toEqual(['A.log'])
  return readFileSync(join(folder, 'A.log'), 'utf8')
}
