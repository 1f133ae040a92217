import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { isRunHeld, RunLock } from './run-lock.ts'

test('a run is alive until it is released, and leaves nothing behind', () => {
  const folder = join(temporaryFolder(), 'runs')
  expect(isRunHeld(folder, 'r-1')).toBe(false)
  const lock = new RunLock(folder, 'r-1')
  expect(isRunHeld(folder, 'r-1')).toBe(true)
  expect(isRunHeld(folder, 'r-1'), 'having looked gives up nothing').toBe(true)
  lock.release()
  expect(isRunHeld(folder, 'r-1')).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('another process is alive until it is killed; the next run removes what it left', async () => {
  const folder = join(temporaryFolder(), 'runs')
  const script = join(temporaryFolder(), 'hold.mts')
  const module = new URL('./run-lock.ts', import.meta.url).href
  writeFileSync(
    script,
    `import { RunLock } from ${JSON.stringify(module)}
     globalThis.lock = new RunLock(${JSON.stringify(folder)}, 'r-1')
     process.on('disconnect', () => process.exit()) // which also keeps it alive until then
     process.send('held')`,
  )
  const holder = fork(script, [], { execArgv: [] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder, 'message')
  expect(isRunHeld(folder, 'r-1')).toBe(true)
  const other = new RunLock(folder, 'r-2')
  expect(isRunHeld(folder, 'r-1'), 'it is not swept').toBe(true)
  other.release()

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(isRunHeld(folder, 'r-1')).toBe(false)
  new RunLock(folder, 'r-3').release()
  expect(readdirSync(folder)).toEqual([])
})

test('a run whose file was removed holds a new one', () => {
  const folder = join(temporaryFolder(), 'runs')
  const lock = new RunLock(folder, 'r-1')
  rmSync(folder, { recursive: true })
  lock.restore()
  lock.restore()
  expect(isRunHeld(folder, 'r-1')).toBe(true)
  lock.release()
})

test('a name that leads elsewhere is nobody', () => {
  const folder = join(temporaryFolder(), 'runs')
  mkdirSync(folder)
  const lock = new RunLock(join(folder, 'inner'), 'r-1')
  expect(isRunHeld(folder, 'inner/r-1')).toBe(false)
  lock.release()
})

test('what is no lock of a run stays, and is in no run’s way', () => {
  const folder = join(temporaryFolder(), 'runs')
  mkdirSync(join(folder, 'folder.lock'), { recursive: true })
  execFileSync('mkfifo', [join(folder, 'fifo.lock')])
  symlinkSync('target', join(folder, 'link.lock'))
  writeFileSync(join(folder, 'text.lock'), 'no database')
  const before = readdirSync(folder)
  new RunLock(folder, 'r-1').release()
  expect(readdirSync(folder)).toEqual(before)
  expect(existsSync(join(folder, 'target'))).toBe(false)
  for (const name of ['folder', 'fifo', 'link', 'text']) expect(isRunHeld(folder, name)).toBe(false)
})
