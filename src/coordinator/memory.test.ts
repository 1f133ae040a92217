import { expect, test } from 'vitest'
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

test.runIf(process.platform === 'linux')('what this process takes is seen', () => {
  expect(runningProcesses().map(({ pid }) => pid)).toContain(process.pid)
  const before = memoryOf([process.pid])
  const eaten = Buffer.alloc(64 * 1024 * 1024, 1)
  expect(memoryOf([process.pid]) - before).toBeGreaterThan(eaten.length / 2)
})
