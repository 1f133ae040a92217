import { describe, expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const STEPS = ['one', 'two', 'three', 'four', 'five']

describe.each(STEPS)('killed -9 in step %s', (held) => {
  test('the worker: its item goes on in a new one, only that step runs twice', async () => {
    const project = new Project()
    const run = await heldRun(project, held)
    const { worker } = await run.event('item-started', ({ item }) => item === 'i1')
    process.kill(worker, 'SIGKILL')

    expect((await run.finished).code).toBe(0)
    expectEffects(project, held)
    const reused = project.events().filter((event) => event.type === 'step-reused')
    expect(reused.map(({ step }) => step)).toEqual(STEPS.slice(0, STEPS.indexOf(held)))
  })

  test('the coordinator: its workers end, and the same command goes on', async () => {
    const project = new Project()
    const run = await heldRun(project, held)
    run.signal('SIGKILL')
    expect((await run.finished).signal).toBe('SIGKILL')

    const again = await project.agentos(['run', 'five-steps.mjs', '--all', '--json'], {
      env: { ITEMS: '2' },
    })
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('FIVE-i1 is taken over from run r-')
    expectEffects(project, held)
    expect(project.list('.agentos/spool')).toEqual([])
  })
})

async function heldRun(project: Project, held: string) {
  project.write(`hold-i1-${held}`, '')
  const run = project.start(['run', project.workflow('five-steps'), '--all', '--json'], {
    env: { ITEMS: '2' },
  })
  await run.says(`[FIVE-i1] holding at ${held}`)
  return run
}

/** Each side effect happened once, the one in flight twice, and both items were published. */
function expectEffects(project: Project, held: string): void {
  const lines = project.read('effects.log').trimEnd().split('\n')
  const expected = ['i1', 'i2'].flatMap((item) => STEPS.map((step) => `${item} ${step}`))
  expect(lines.sort()).toEqual([...expected, `i1 ${held}`].sort())
  expect(project.list('out')).toEqual(['i1.txt', 'i2.txt'])
  expect(project.list('.agentos/checkpoints')).toEqual([])
}
