import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { inside } from './inside.ts'
import { writeWhole } from './write-whole.ts'

test.each(['a.md', 'docs/lld/a.md', './a', 'a/../b', '..a', '.'])('%s is inside', (path) => {
  const root = temporaryFolder()
  expect(inside(root, path)).toBe(join(root, path).replace(/\/$/, ''))
})

test.each(['..', '../a', 'a/../../b', '/etc/passwd', 'a\0b'])('%j is refused', (path) => {
  expect(() => inside(temporaryFolder(), path)).toThrow('leads out of')
})

test('a link on the way that leads out is refused, one that stays inside is not', () => {
  const root = temporaryFolder()
  const elsewhere = temporaryFolder()
  mkdirSync(join(root, 'real'))
  symlinkSync(elsewhere, join(root, 'out'))
  symlinkSync(join(root, 'real'), join(root, 'in'))
  expect(() => inside(root, 'out/new.md')).toThrow('leads out of')
  expect(() => inside(root, 'out')).toThrow('leads out of')
  expect(inside(root, 'in/new/deep.md')).toBe(join(root, 'in/new/deep.md'))
})

test('a link to nowhere outside is refused: writing through it would create the file there', () => {
  const root = temporaryFolder()
  symlinkSync(join(temporaryFolder(), 'not-yet'), join(root, 'out.md'))
  expect(() => inside(root, 'out.md')).toThrow('leads out of')
})

test('a whole write replaces the file and leaves nothing beside it', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.md')
  writeFileSync(path, 'old')
  writeWhole(path, 'new ✓')
  expect(readFileSync(path, 'utf8')).toBe('new ✓')
  expect(readdirSync(folder)).toEqual(['a.md'])
})

test('a whole write that fails keeps the old file and leaves nothing beside it', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a.md'))
  expect(() => writeWhole(join(folder, 'a.md'), 'new')).toThrow()
  expect(readdirSync(folder)).toEqual(['a.md'])
})

test('what a killed writer has left is taken away by the next; what another one writes is not', () => {
  const folder = temporaryFolder()
  const others = [`a.md.${process.pid}-0123abcd.tmp`, 'b.md.999999999-0123abcd.tmp', 'a.md.tmp']
  for (const name of [...others, 'a.md.999999999-0123abcd.tmp'])
    writeFileSync(join(folder, name), 'half')
  writeWhole(join(folder, 'a.md'), 'whole')
  expect(readdirSync(folder).sort()).toEqual(['a.md', ...others].sort())
})

test.runIf(process.platform === 'linux')(
  'so is what one has left whose end nobody has noticed yet',
  async () => {
    const folder = temporaryFolder()
    // Becomes `sleep`, which never asks after a child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void parent.kill())
    const [pid] = await once(parent.stdout, 'data')
    const stat = (of = Number(pid)) => readFileSync(`/proc/${of}/stat`, 'utf8')
    while (!stat(parent.pid).includes('(sleep)')) await setImmediate()
    process.kill(Number(pid))
    while (!stat().includes(') Z ')) await setImmediate()
    writeFileSync(join(folder, `a.md.${Number(pid)}-0123abcd.tmp`), 'half')
    writeWhole(join(folder, 'a.md'), 'whole')
    expect(readdirSync(folder)).toEqual(['a.md'])
  },
)
