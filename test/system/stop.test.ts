import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

test('Ctrl+C stops within the grace, keeps finished steps, and the printed command goes on', async () => {
  const project = new Project()
  project.write('hold-i1-three', '')
  const run = project.start(['run', project.workflow('five-steps'), '--all', '--parallel', '2'], {
    env: { ITEMS: '4', STEP_MS: '20' },
  })
  await run.says('[FIVE-i1] holding at three')
  run.signal('SIGINT')
  const stopped = await run.finished
  expect(stopped.code).toBe(130)
  expect(stopped.stdout).toContain('[COORDINATOR] Stopping (SIGINT)')
  expect(stopped.stdout).toContain(
    'Nothing that was finished is lost. Go on:  agentos run five-steps.mts --all --parallel 2',
  )
  expect(project.processes()).toEqual([])

  const again = await project.agentos(['run', 'five-steps.mts', '--all', '--parallel', '2'], {
    env: { ITEMS: '4' },
  })
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('[FIVE-i1] two: saved before, not run again')
  expect(project.list('out')).toHaveLength(4)
  const effects = project.read('effects.log').trimEnd().split('\n')
  expect(effects.filter((line) => line === 'i1 one')).toHaveLength(1)
  expect(effects.filter((line) => line === 'i1 two')).toHaveLength(1)
})

test('a second Ctrl+C kills everything at once', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('trouble'), '--all', '--json'], {
    env: { ONLY: 'ticks' },
  })
  await run.says('[T-ticks] tick 1')
  run.signal('SIGINT')
  await run.event('run-stopping')
  // One press may be delivered twice, so a second one counts only some ticks of 0.2 s later.
  const ticks = run.printed.split('[T-ticks] tick ').length - 1
  await run.says(`[T-ticks] tick ${ticks + 2}`)
  run.signal('SIGINT')
  const forced = await run.event('run-stopping', ({ force }) => force)
  const killed = await run.event('item-killed')
  expect(killed.seq).toBeGreaterThan(forced.seq)
  expect((await run.finished).code).toBe(130)
})

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const)(
  '%s stops the run with exit code %d, children of commands included',
  async (signal, code) => {
    const project = new Project()
    const run = project.start(['run', project.workflow('trouble'), '--all'], {
      env: { ONLY: 'hangs' },
    })
    await run.says('[T-hangs] hanging')
    run.signal(signal)
    expect((await run.finished).code).toBe(code)
    expect(project.processes()).toEqual([])
  },
)

test('the run stops at its own time limit with exit code 5', async () => {
  const project = new Project()
  const args = ['run', project.workflow('trouble'), '--all', '--timeout', '1s']
  const { code, stdout } = await project.agentos(args, { env: { ONLY: 'hangs,f1' } })
  expect(code).toBe(5)
  expect(stdout).toContain('Stopping (the run has reached its time limit)')
  expect(stdout).toContain('[T-f1] skipped: the run was stopped before it began')
})

test('when the coordinator is killed, its workers end by themselves, also a blocked one', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('trouble'), '--all', '--parallel', '2'], {
    env: { ONLY: 'blocks-for-ever,hangs' },
  })
  await run.says('[T-blocks-for-ever] blocking')
  await run.says('[T-hangs] hanging')
  const escaped = project.processes().length
  run.signal('SIGKILL')
  await run.finished
  expect(escaped).toBeGreaterThan(3)
  // The runaway in a session of its own is found by the next run.
  expect(
    (await project.agentos(['run', 'trouble.mts', '--all'], { env: { ONLY: 'f1' } })).code,
  ).toBe(0)
})
