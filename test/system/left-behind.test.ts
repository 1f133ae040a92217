import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { guardsOf } from '../rig/processes.ts'
import { Project, type Started } from '../rig/project.ts'

/** Leaves a process in a session of its own, and one that has no environment either; waits, or does not. */
const WORKFLOW = `
  const LEAVE = 'setsid sleep 600 & one=$!; setsid env -i sleep 600 & echo "left $one $!; ready"; '
  export default {
    name: 'leave',
    collect: () => [{ id: 'a' }],
    run: (item, { command }) => command('sh', ['-c', LEAVE + process.env.THEN]),
  }`

test('what an item has left in sessions of its own, without an environment too, is killed when it ends', async () => {
  const { run } = leave('echo done')
  const left = await pidsOf(run)
  expect((await run.finished).code).toBe(0)
  await gone(left)
})

test.each([
  ['the coordinator', 0],
  ['the coordinator and a guard', 1],
  ['the coordinator and all guards', 2],
])('kill -9 of %s, with its worker held: nothing is left', async (_, count) => {
  const { project, run } = leave('wait')
  const left = await pidsOf(run)
  const { worker } = await run.event('item-started')
  const { run: id } = await run.event('run-started')
  const guards = guardsOf(id)
  expect(guards).toHaveLength(2)
  process.kill(worker, 'SIGSTOP')
  run.signal('SIGSTOP') // it cannot replace a guard any more
  for (const guard of guards.slice(0, count)) process.kill(guard, 'SIGKILL')
  run.signal('SIGKILL')
  await gone([...left, worker])
  expect(await project.processesDownTo(0)).toEqual([])
})

function leave(then: string) {
  const project = new Project()
  project.write('leave.mjs', WORKFLOW)
  const run = project.start(['run', 'leave.mjs', '--all', '--json'], { env: { THEN: then } })
  return { project, run }
}

async function pidsOf(run: Started): Promise<number[]> {
  await run.says('; ready')
  const [, one, two] = /\] left (\d+) (\d+)/.exec(run.printed) ?? []
  return [Number(one), Number(two)]
}

/** Resolves when none of these is there any more. */
async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5)
}
