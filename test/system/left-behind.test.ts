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

/** A server that is wanted, then what a captured command leaves, then a look at both. */
const CAPTURED = `
  import { existsSync, readFileSync } from 'node:fs'
  const isAlive = (pid) =>
    existsSync('/proc/' + pid) && !/\\) [ZX] /.test(readFileSync('/proc/' + pid + '/stat', 'utf8'))
  const LOOP = 'setsid env -i sh -c "while :; do sleep 0.01; done" </dev/null >/dev/null 2>&1 & echo $!'
  export default {
    name: 'sweep',
    collect: () => [{ id: 'a' }],
    run: async (item, { command, log }) => {
      await command('sh', ['-c', 'setsid sleep 600 & echo $! > server'])
      const { output } = await command('sh', ['-c', LOOP], { capture: 999 })
      log('server ' + isAlive(Number(readFileSync('server', 'utf8'))) + ', loop ' + isAlive(Number(output)))
    },
  }`

test('what a captured command has left, in whatever session, is killed before the item continues', async () => {
  const project = new Project()
  project.write('sweep.mjs', CAPTURED)
  const { stdout } = await project.agentos(['run', 'sweep.mjs', '--all'])
  expect(stdout).toContain('server true, loop false')
})

function leave(then: string) {
  const project = new Project()
  project.write('leave.mjs', WORKFLOW)
  const run = project.start(['run', 'leave.mjs', '--all', '--json', '-v'], { env: { THEN: then } })
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
