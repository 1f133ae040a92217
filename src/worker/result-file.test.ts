import { execFileSync } from 'node:child_process'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { ResultFile } from './result-file.ts'

const pathOf = ({ variables }: ResultFile) => variables.AGENTOS_RESULT ?? ''

test('what was written is read, and its private folder is removed', () => {
  let path = ''
  {
    using file = new ResultFile(10)
    path = pathOf(file)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(file.read()).toBeUndefined()
    writeFileSync(path, '0123456789')
    expect(file.read()).toBe('0123456789')
    writeFileSync(path, '0123456789a')
    expect(file.read()).toBeUndefined()
  }
  expect(existsSync(dirname(path))).toBe(false)
})

test('a link, a pipe or a folder is not read', () => {
  using link = new ResultFile(10_000)
  symlinkSync(import.meta.filename, pathOf(link))
  expect(link.read()).toBeUndefined()
  using pipe = new ResultFile(10_000)
  execFileSync('mkfifo', [pathOf(pipe)])
  expect(pipe.read()).toBeUndefined()
  using folder = new ResultFile(10_000)
  execFileSync('mkdir', [pathOf(folder)])
  expect(folder.read()).toBeUndefined()
})
