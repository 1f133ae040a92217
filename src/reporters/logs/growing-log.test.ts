import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { GrowingLog } from './growing-log.ts'
import { ItemLog } from './item-log.ts'

test('a log is read as it grows, in whole lines, also when it is not there at first', () => {
  const path = join(temporaryFolder(), 'A.log')
  const log = new GrowingLog(path)
  expect(log.read()).toBe('')
  appendFileSync(path, 'one\ntw')
  expect(log.read()).toBe('one\n')
  expect(log.read()).toBe('')
  appendFileSync(path, 'o\n✓ th')
  expect(log.read()).toBe('two\n')
  expect(log.finish()).toBe('✓ th\n')
})

test('a log above its limit is followed through its pieces, and nothing is read twice at its end', () => {
  const path = join(temporaryFolder(), 'A.log')
  const writer = new ItemLog(path, 400)
  const log = new GrowingLog(path)
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`)
  let read = ''
  for (const line of lines) {
    writer.append(line)
    read += all(log)
  }
  writer.close()
  read += all(log) + log.finish()
  expect(read).toBe(lines.join(''))
})

test('where a piece has gone before it was read, a line says so', () => {
  const path = join(temporaryFolder(), 'A.log')
  const writer = new ItemLog(path, 400)
  for (let line = 0; line < 200; line++) writer.append(`line ${line}\n`)
  const late = all(new GrowingLog(path))
  expect(late).toMatch(/^line 0\n[^»]+\n» output left out here\nline \d+\n[^»]+\nline 199\n$/)
  writer.close()
})

function all(log: GrowingLog): string {
  let read = ''
  for (let text = log.read(); text !== ''; text = log.read()) read += text
  return read
}
