import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fill, smallDisk } from '../rig/mounts.ts'
import { Project } from '../rig/project.ts'
import { effects, goOn, letGo, start } from '../rig/waits-project.ts'

const MEGABYTE = 1024 * 1024

test('a full disk fails the item that must save; the others and its checkpoint are unharmed', async (context) => {
  const home = smallDisk(context, 4 * MEGABYTE)
  const env = { AGENTOS_HOME: home }
  const project = new Project()
  project.workflow('waits')
  const run = project.start(['run', 'waits.mjs', '--all', '--json', '--parallel', '2'], { env })
  await run.says('[W-a] waiting')
  await run.says('[W-b] waiting')
  const filler = fill(home)
  letGo(project, 'a')
  const { failure } = await run.event('item-ended', ({ item }) => item === 'a')
  rmSync(filler)
  expect(failure).toMatchObject({ reason: 'checkpoint-unusable', trouble: 'full' })
  letGo(project, 'b', 'c')
  const { code, stderr } = await run.finished
  expect(code).toBe(1)
  expect(stderr).toContain('[W-a]   Do:   free some space on its disk, then run the same command')
  const outcomes = (await run.event('run-ended')).outcomes
  // What was to start while the disk was full may have failed too; nothing of it is lost.
  expect(outcomes.done).toBeGreaterThanOrEqual(1)

  const again = await project.agentos(['run', 'waits.mjs', '--all'], { env })
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('[W-a] one: saved before, not run again')
  expect(effects(project, 'one')).toEqual(['a one', 'b one', 'c one'])
})

test('with a full disk from the start nothing runs, and the message says why', async (context) => {
  const home = smallDisk(context, MEGABYTE)
  fill(home)
  const project = new Project()
  const args = ['run', project.workflow('waits'), '--all']
  const { code, stderr } = await project.agentos(args, { env: { AGENTOS_HOME: home } })
  expect(code).toBe(2)
  expect(stderr).toContain(`The state directory ${home}`)
  expect(stderr).toContain('ENOSPC')
  expect(project.exists('effects.log')).toBe(false)
})

test('too many open files fail the item that needs one more; those that run go on', async () => {
  const project = new Project()
  const run = start(project)
  await run.says('[W-a] waiting')
  await project.processesAtLeast(3) // one worker waits ready: the third item needs a new one
  allowOpenFiles(run.pid, 3)
  letGo(project, 'a', 'b', 'c')
  const { code, stderr } = await run.finished
  expect(code).toBe(1)
  expect((await run.event('run-ended')).outcomes).toEqual({ done: 2, failed: 1 })
  const { failure } = await run.event('item-ended', ({ item }) => item === 'c')
  expect(failure).toMatchObject({ reason: 'state-unusable', trouble: 'exhausted' })
  expect(stderr).toContain('[W-c]   Do:   close some programs, or allow more open files')
  expect(stderr).toMatch(/warning: Logs cannot be written as they should, .*EMFILE/)
  expect(stderr.match(/warning:/g)).toHaveLength(1)
  expect((await goOn(project)).code).toBe(0)
  expect(effects(project, 'two')).toEqual(['a two', 'b two', 'c two'])
})

function allowOpenFiles(pid: number, count: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`])
}
