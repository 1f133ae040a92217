import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { membersOf, memoryOf, type RunningProcess, runningProcesses } from './memory.ts'

const process_ = (pid: number, parent: number, session: number): RunningProcess => ({
  pid,
  parent,
  session,
})

test('a worker’s memory is that of its sessions and of all that descends from them', () => {
  const worker = [process_(10, 1, 10), process_(11, 10, 10)]
  const command = [process_(20, 10, 20), process_(21, 1, 20)]
  const ranAway = [process_(30, 21, 30), process_(31, 30, 31)]
  const others = [process_(1, 0, 1), process_(40, 1, 40)]
  const found = membersOf([...others, ...ranAway, ...command, ...worker], new Set([10, 20]))
  expect(found.sort()).toEqual([10, 11, 20, 21, 30, 31])
})

test.runIf(process.platform === 'linux')('what a process takes is seen', async () => {
  const eats =
    'globalThis.eaten = Buffer.alloc(64 << 20, 1); console.log("full"); setInterval(() => {}, 1e6)'
  const child = spawn(process.execPath, ['-e', eats], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  expect(runningProcesses().map((running) => running.pid)).toContain(pid)
  expect(memoryOf([pid])).toBeGreaterThan(64 << 20)
})
