import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { Guard } from './guard.ts'

function group(): ChildProcess {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

test('when its input ends, the groups that have not ended are killed, held ones too; others are not', async () => {
  const guard = new Guard()
  const [first, held, ended] = [group(), group(), group()]
  for (const { pid = 0 } of [first, held, ended]) guard.add(pid)
  held.kill('SIGSTOP')
  guard.remove(ended.pid ?? 0)
  const gone = [once(first, 'exit'), once(held, 'exit')]
  guard.close()
  expect(await Promise.all(gone)).toEqual([
    [null, 'SIGKILL'],
    [null, 'SIGKILL'],
  ])
  expect(ended.exitCode).toBeNull()
  expect(ended.signalCode).toBeNull()
})
