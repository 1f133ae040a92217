import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { type RunId, runId } from '../model/ids.ts'
import {
  markedProcesses,
  markOfRun,
  markOfWorker,
  withLockLimit,
} from '../protocol/process-mark.ts'
import { Guard } from './guard.ts'
import { killMarked } from './processes.ts'

let runs = 0
const newRun = () => runId(`guard${process.pid}n${++runs}`)

function start(program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The guards' processes: the run's mark is among their arguments. */
function guardsOf(run: RunId): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && argumentsOf(name).includes(`AGENTOS_RUN=${run}`))
    .map(Number)
}

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // gone in the meantime
  }
}

test('when its input ends, the groups that have not ended are killed, held ones too; others are not', async () => {
  const guard = new Guard(newRun())
  const [first, held, ended] = [1, 2, 3].map(() => start('sleep', '1000')) as ChildProcess[]
  for (const child of [first, held, ended]) guard.add(child?.pid ?? 0)
  held?.kill('SIGSTOP')
  guard.remove(ended?.pid ?? 0)
  const gone = [first, held].map((child) => once(child as ChildProcess, 'exit'))
  guard.close()
  expect(await Promise.all(gone)).toEqual([
    [null, 'SIGKILL'],
    [null, 'SIGKILL'],
  ])
  expect(ended?.exitCode).toBeNull()
  expect(ended?.signalCode).toBeNull()
})

test('a process that has left its group, and its environment behind, is killed by its mark', async () => {
  const run = newRun()
  const [shell, ...args] = withLockLimit(markOfWorker(`${run}.3`), 'env')
  const away = start(shell, ...args, '-i', 'sleep', '1000')
  while (argumentsOf(String(away.pid))[0] !== 'sleep') await turn()
  const gone = once(away, 'exit')
  new Guard(run).close()
  expect(await gone).toEqual([null, 'SIGKILL'])
})

test('guards that are killed are replaced, and the new ones know all groups', async () => {
  const run = newRun()
  const guard = new Guard(run)
  const child = start('sleep', '1000')
  guard.add(child.pid ?? 0)
  while (guardsOf(run).length < 2) await turn()
  const first = guardsOf(run)
  for (const pid of first) process.kill(pid, 'SIGKILL')
  while (guardsOf(run).filter((pid) => !first.includes(pid)).length < 2) await turn()
  const gone = once(child, 'exit')
  guard.close()
  expect(await gone).toEqual([null, 'SIGKILL'])
})

test('a run inside a worker of another one: when that ends, the inner guards end the inner worker', async () => {
  const [outer, inner] = [newRun(), newRun()]
  const script = join(temporaryFolder(), 'coordinator.mts')
  const [sleep, ...args] = withLockLimit(markOfWorker(`${inner}.1`), 'sleep')
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'
     import { Guard } from ${JSON.stringify(new URL('./guard.ts', import.meta.url).href)}
     const guard = new Guard(${JSON.stringify(inner)})
     const worker = spawn(${JSON.stringify(sleep)}, ${JSON.stringify([...args, '1000'])}, { detached: true, stdio: 'ignore' })
     guard.add(worker.pid)
     console.log(worker.pid)`,
  )
  const [shell, ...words] = withLockLimit(markOfWorker(`${outer}.1`), process.execPath)
  const coordinator = spawn(shell, [...words, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void coordinator.kill('SIGKILL'))
  const worker = Number(await once(coordinator.stdout, 'data'))
  onTestFinished(() => void killMarked(markOfRun(inner)))
  const isMarked = (pid: number) => markedProcesses(markOfRun(outer)).includes(pid)
  while (guardsOf(inner).length < 2 || guardsOf(inner).some(isMarked)) await turn()

  killMarked(markOfRun(outer))
  while (existsSync(`/proc/${worker}`)) await turn()
})
