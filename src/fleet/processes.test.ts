import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markOfRun, markOfWorker, withLockLimit } from '../protocol/process-mark.ts'
import { signalGroup } from '../protocol/process-signals.ts'
import { identityOf, isAlive, killMarked } from './processes.ts'

test('a living process has an identity; another start time or a dead one is not alive', async () => {
  const child = spawn('sleep', ['600'])
  const identity = identityOf(child.pid ?? 0)
  if (identity === undefined) throw new Error('Not seen')
  expect(isAlive(identity)).toBe(true)
  expect(isAlive({ ...identity, startedAt: 'earlier' })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(identity)).toBe(false)
})

test('a process that is dead but not yet reaped is not alive', async () => {
  // The shell becomes a sleep, which never asks how its child ended.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 601'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [text] = await once(parent.stdout, 'data')
  const pid = Number(String(text))
  while (!readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8').startsWith('sleep')) await turn()
  process.kill(pid, 'SIGKILL')
  while (identityOf(pid) !== undefined) await turn()
  expect(() => process.kill(pid, 0)).not.toThrow()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
})

const WORKER = `r-${process.pid}.7`
const RUN = `r-${process.pid}`
const LIMITED = withLockLimit(markOfWorker(WORKER), 'env')

test.each([
  ['a run, by its variable', markOfRun(RUN), ['env', `AGENTOS_RUN=${RUN}`]],
  ['a worker, by its variable', markOfWorker(WORKER), ['env', `AGENTOS_WORKER=${WORKER}`]],
  ['a run, without its variable', markOfRun(RUN), [...LIMITED, '-i', 'setsid']],
  ['a worker, without its variable', markOfWorker(WORKER), [...LIMITED, '-i', 'setsid']],
])('processes of %s, are found and killed in whatever session they hide', async (...row) => {
  const [, mark, [program = '', ...args]] = row
  const child = spawn(program, [...args, 'sh', '-c', 'echo ready; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  expect(killMarked(markOfWorker(`${RUN}.8`))).toBe(0)
  expect(killMarked(markOfRun(`${RUN}x`))).toBe(0)
  expect(killMarked(mark)).toBe(1)
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
})

test('signalling a group that is gone is no error', async () => {
  const child = spawn('true', { detached: true })
  await once(child, 'exit')
  expect(() => signalGroup(child.pid ?? 0, 'SIGKILL')).not.toThrow()
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
