import { expect, test } from 'vitest'
import { argumentsOf, Project, pressing } from '../rig/project.ts'

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
  expect(stopped.stdout).toContain('[agentos] Stopping: running items have a moment to finish')
  const resumes = argumentsOf(stopped.stdout, 'Finished steps are saved. Resume with:  ')
  expect(project.processes()).toEqual([])

  const again = await project.agentos(resumes, { env: { ITEMS: '4' } })
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('[FIVE-i1] two: ✓ cached')
  expect(project.list('out')).toHaveLength(4)
  const effects = project.read('effects.log').trimEnd().split('\n')
  expect(effects.filter((line) => line === 'i1 one')).toHaveLength(1)
  expect(effects.filter((line) => line === 'i1 two')).toHaveLength(1)
})

test('a second Ctrl+C kills everything at once', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('trouble'), '--all', '--json', '-v'], {
    env: { ONLY: 'ticks' },
  })
  await run.says('[T-ticks] tick 1')
  run.signal('SIGINT')
  await run.event('run-stopping')
  // One press may be delivered twice, so that the next one counts only a little later.
  const enough = pressing(() => run.signal('SIGINT'))
  const forced = await run.event('run-stopping', ({ force }) => force)
  enough()
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
    const run = project.start(['run', project.workflow('trouble'), '--all', '-v'], {
      env: { ONLY: 'hangs' },
    })
    await run.says('[T-hangs] hanging')
    run.signal(signal)
    expect((await run.finished).code).toBe(code)
    expect(project.processes()).toEqual([])
  },
)

test('items that do not heed a stop are killed, and the run ends', async () => {
  const project = new Project()
  const run = project.start(
    ['run', project.workflow('trouble'), '--all', '-v', '--parallel', '2'],
    {
      env: { ONLY: 'hangs,blocks-for-ever' },
    },
  )
  await run.says('[T-hangs] hanging')
  await run.says('[T-blocks-for-ever] blocking')
  run.signal('SIGINT')
  expect((await run.finished).code).toBe(130)
  const killed = project
    .events()
    .flatMap((event) => (event.type === 'item-killed' ? event.item : []))
  expect(killed).toContain('blocks-for-ever')
})

test('a workflow that swallows the interruption is not done for that', async () => {
  const project = new Project()
  project.write(
    'deaf.mjs',
    `export default {
       name: 'deaf',
       collect: () => [{ id: 'a' }],
       async run(item, { step, command, log }) {
         await step('wait', () => { log('waiting'); return command('sleep', ['600']) }).catch(() => {})
         await step('next', () => 1).catch(() => {})
       },
     }`,
  )
  const run = project.start(['run', 'deaf.mjs', '--all'])
  await run.says('[DEAF-a] waiting')
  run.signal('SIGINT')
  expect((await run.finished).stdout).toContain('[DEAF-a] interrupted')
  const plan = await project.agentos(['run', 'deaf.mjs', '--all', '--dry-run'])
  expect(plan.stdout).toContain('deaf for 1 item')
})

test('after --fresh and Ctrl+C the printed command goes on with the fresh work', async () => {
  const project = new Project()
  await project.agentos(['run', project.workflow('five-steps'), 'i1'])
  project.write('hold-i1-three', '')
  const run = project.start(['run', 'five-steps.mjs', 'i1', '--fresh'])
  await run.says('holding at three')
  run.signal('SIGINT')
  const resumes = argumentsOf((await run.finished).stdout, 'Resume with:  ')
  const again = await project.agentos(resumes)
  expect(again.stdout).toContain('[FIVE-i1] two: ✓ cached')
  expect(again.code).toBe(0)
})

test('a reader that has stopped reading holds the printing up, and does not keep the run from stopping', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('noise'), '--all'], {
    env: { NOISES: 'endless' },
    unread: true,
  })
  await project.stoppedProcess()
  run.signal('SIGTERM')
  expect((await run.finished).code).toBe(143)
})

test('the run stops at its own time limit with exit code 5', async () => {
  const project = new Project()
  const args = ['run', project.workflow('trouble'), '--all', '--timeout', '1s']
  const { code, stdout } = await project.agentos(args, { env: { ONLY: 'hangs,f1' } })
  expect(code).toBe(5)
  expect(stdout).toContain('Stopping (the run has reached its time limit)')
  // One, or two where starting the first takes as long as the run may.
  expect(stdout).toMatch(/^\[agentos\] {3}not started {4}[12] items?$/m)
})

test('when the coordinator is killed, its workers end by themselves, also a blocked one', async () => {
  const project = new Project()
  const run = project.start(
    ['run', project.workflow('trouble'), '--all', '-v', '--parallel', '2'],
    {
      env: { ONLY: 'blocks-for-ever,hangs' },
    },
  )
  await run.says('[T-blocks-for-ever] blocking')
  await run.says('[T-hangs] hanging')
  expect(project.processes().length).toBeGreaterThan(3)
  run.signal('SIGKILL')
  await run.finished
  expect(await project.processesDownTo(0)).toEqual([])
})
