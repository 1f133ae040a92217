import { expect, test } from 'vitest'
import { guardsOf } from '../rig/processes.ts'
import { argumentsOf, Project } from '../rig/project.ts'

test('agentos stop ends the run like Ctrl+C, and what it prints goes on', async () => {
  const project = new Project()
  const run = await heldRun(project, 'i1')
  const stop = await project.agentos(['stop'])
  expect(stop.code).toBe(0)
  expect(stop.stdout).toMatch(/^Run r-\w+ \(process \d+\) stopped after .*Resume with: {2}node /)
  const stopped = await run.finished
  expect(stopped.code).toBe(130)
  expect(stopped.stderr).toContain('Finished steps are saved.')

  const resume = argumentsOf(stop.stdout, 'Resume with:  ')
  const again = await project.agentos(resume, { env: { ITEMS: '2' } })
  expect(again.code).toBe(0)
  expect(again.stderr).toContain('[FIVE-i1] one: ✓ cached')
  expect(project.read('effects.log').match(/i1 one/g)).toHaveLength(1)
})

test('without a run agentos stop says so, and creates nothing', async () => {
  const project = new Project()
  const { code, stdout } = await project.agentos(['stop'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No run is active in this repository.\n' })
  expect(project.list('.')).toEqual([])
})

test('of several runs agentos stop wants one named, or all', async () => {
  const project = new Project()
  const runs = [await heldRun(project, 'i1'), await heldRun(project, 'i2')]
  const ids = await Promise.all(runs.map(async (run) => (await run.event('run-started')).run))
  const refused = await project.agentos(['stop'])
  expect(refused.code).toBe(2)
  for (const id of ids) expect(refused.stderr).toContain(id)

  const unknown = await project.agentos(['stop', 'r-none'])
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('There is no run "r-none" here.')

  const one = await project.agentos(['stop', ids[0] ?? ''])
  expect(one.stdout).toContain(`Run ${ids[0]} `)
  expect((await runs[0]?.finished)?.code).toBe(130)
  const rest = await project.agentos(['stop', '--all'])
  expect(rest.stdout).toContain(`Run ${ids[1]} `)
  expect(rest.stdout).not.toContain(`Run ${ids[0]} `)
  expect((await runs[1]?.finished)?.code).toBe(130)
})

test('agentos stop names a run that was killed with its workers and guards, and ends what is left', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('trouble'), '--all', '--json', '-v'], {
    env: { ONLY: 'hangs' },
  })
  await run.says('[T-hangs] hanging')
  const { run: id } = await run.event('run-started')
  const { worker } = await run.event('item-started')
  // The coordinator last: its end wakes its worker.
  const all = [...guardsOf(id), worker, run.pid]
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const pid of all) process.kill(pid, signal)
  await run.finished
  expect(project.processes().length).toBeGreaterThan(0)
  const { code, stdout } = await project.agentos(['stop'])
  expect(code).toBe(0)
  expect(stdout).toContain(`Run ${id} is not running: its process ${run.pid} was killed.`)
  expect(stdout).toMatch(/\d+ of its processes were still running and were killed\./)
  expect(stdout).toContain('No run is active')
  expect(await project.processesDownTo(0)).toEqual([])
})

async function heldRun(project: Project, item: string) {
  project.write(`hold-${item}-two`, '')
  const run = project.start(['run', project.workflow('five-steps'), item, '--json'], {
    env: { ITEMS: '2' },
  })
  await run.says(`[FIVE-${item}] holding at two`)
  return run
}
