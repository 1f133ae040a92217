import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { CompiledCode } from './compiled-code.ts'

const COUNT = 'count-0a1b2c3d.cjs'

interface Count {
  readonly upTo: (n: number) => number
}

test('files find each other and the modules of Node, are strict, and run once', () => {
  const { folder, code } = newCode()
  const first = code().load(join(folder, 'first-0a1b2c3d.cjs')) as Record<string, unknown>
  expect(first).toMatchObject({ sum: 55, base: 'count', isStrict: true })
  const again = code()
  expect(again.load(join(folder, COUNT))).toBe(again.load(join(folder, COUNT)))
})

test('what is neither a file nor of Node is given', () => {
  const { folder } = newCode()
  writeFileSync(join(folder, 'ours.cjs'), "exports.given = require('x:given')")
  const code = new CompiledCode(undefined, { 'x:given': 7 })
  expect(code.load(join(folder, 'ours.cjs'))).toEqual({ given: 7 })
})

test('what could not be loaded can be loaded again', () => {
  const { folder, code } = newCode()
  const file = join(folder, 'later.cjs')
  const one = code()
  expect(() => one.load(file)).toThrow('ENOENT')
  writeFileSync(file, "exports.half = true; require('x:nothing')")
  expect(() => one.load(file)).toThrow('requires x:nothing, which is not there')
  writeFileSync(file, 'exports.whole = true')
  expect(one.load(file)).toEqual({ whole: true })
})

test.skipIf(process.getuid === undefined)('code that others may have put there is not run', () => {
  const { folder, code, place, put, kept } = newCode()
  const whole = keptAfter(() => {})
  whole.fill(7)
  put(whole)
  chmodSync(place, 0o777)
  const one = code()
  expect(one.load(join(folder, COUNT))).toHaveProperty('upTo')
  one.keep()
  expect(readFileSync(kept(COUNT))).toEqual(whole)
})

test('what has run is kept, with its functions', () => {
  expect(keptAfter(({ upTo }) => upTo(10)).length).toBeGreaterThan(keptAfter(() => {}).length)
})

test('what is kept is used, and not made again', () => {
  const { folder, code, put, kept } = newCode()
  put(keptAfter(({ upTo }) => upTo(10)))
  const next = code()
  const { upTo } = next.load(join(folder, COUNT)) as Count
  expect(upTo(4)).toBe(10)
  rmSync(kept(COUNT))
  next.keep()
  expect(existsSync(kept(COUNT))).toBe(false)
})

test.each<[string, (whole: Buffer) => void]>([
  ['a byte has changed', (whole) => whole.writeUInt8(whole.readUInt8(300) ^ 1, 300)],
  ['a part of it was never written', (whole) => whole.fill(0, whole.length / 2 + 200)],
  ['all but its beginning was never written', (whole) => whole.fill(0, 200)],
  ['both halves are of something else', (whole) => whole.fill(7)],
])('what is damaged is made anew: %s', (_, damage) => {
  const { folder, code, put, kept } = newCode()
  const whole = keptAfter(() => {})
  const damaged = Buffer.from(whole)
  damage(damaged)
  put(damaged)
  const next = code()
  expect((next.load(join(folder, COUNT)) as Count).upTo(4)).toBe(10)
  next.keep()
  expect(statSync(kept(COUNT)).size).toBeGreaterThan(whole.length)
})

test('who was first has kept it; without a folder, or a hash in the name, nothing is kept', () => {
  const { folder, code, kept, place } = newCode()
  const [one, two] = [code(), code()]
  for (const each of [one, two]) each.load(join(folder, COUNT))
  one.keep()
  const { ino } = statSync(kept(COUNT))
  two.keep()
  expect(statSync(kept(COUNT)).ino).toBe(ino)
  const without = new CompiledCode(undefined)
  without.load(join(folder, 'first-0a1b2c3d.cjs'))
  without.keep()
  writeFileSync(join(folder, 'plain.cjs'), '')
  const plain = code()
  plain.load(join(folder, 'plain.cjs'))
  plain.keep()
  expect(readdirSync(place)).toEqual([`${COUNT}.compiled`])
})

function keptAfter(use: (count: Count) => void): Buffer {
  const { folder, code, kept } = newCode()
  const first = code()
  use(first.load(join(folder, COUNT)) as Count)
  first.keep()
  return readFileSync(kept(COUNT))
}

/** Two files, and a place for what is compiled of them: others than before, for V8 remembers. */
function newCode() {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, COUNT),
    `exports.upTo = function upTo(n) {
       let sum = 0
       for (let i = 1; i <= n; i++) sum += i
       return sum
     }`,
  )
  writeFileSync(
    join(folder, 'first-0a1b2c3d.cjs'),
    `const { upTo } = require('./${COUNT}')
     const { basename } = require('node:path')
     exports.sum = upTo(10)
     exports.base = basename(__filename.replace('first', 'count'), '-0a1b2c3d.cjs')
     exports.isStrict = (function () { return this === undefined })()`,
  )
  const place = join(folder, 'kept', `${process.version}-${process.getuid?.() ?? 'all'}`)
  return {
    folder,
    place,
    kept: (name: string) => join(place, `${name}.compiled`),
    put: (compiled: Buffer) => {
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, `${COUNT}.compiled`), compiled)
    },
    code: () => new CompiledCode(join(folder, 'kept')),
  }
}
