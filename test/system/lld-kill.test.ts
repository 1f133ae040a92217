/** Pulling the plug at every point of `lld`, one after the other: no answered call is made again. */
import { expect, test } from 'vitest'
import { artifacts, lldProject } from '../rig/lld-project.ts'
import type { Started } from '../rig/project.ts'

type Point =
  | { readonly type: 'step-saved'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string; readonly nth: number }

const saved = (step: string): Point => ({ type: 'step-saved', step })
const asked = (task: string, nth = 1): Point => ({ type: 'call-started', task: `lld.${task}`, nth })

/** Issue 1 is sent back once, so that every kind of step is on its way. */
const POINTS: readonly Point[] = [
  saved('load'),
  saved('look'),
  asked('conflicts'),
  saved('conflicts'),
  asked('draft'),
  saved('draft'),
  saved('check'),
  asked('review'),
  saved('review'),
  asked('revise'),
  saved('revise'),
  saved('check#2'),
  asked('review'),
  saved('review#2'),
  saved('finalize'),
]

async function reached(run: Started, point: Point): Promise<void> {
  if (point.type === 'call-started')
    await run.event('call-started', ({ task }) => task === point.task)
  // A worker lives a moment longer than its coordinator, and may have saved one more step.
  else await run.eitherEvent(['step-saved', 'step-reused'], ({ step }) => step === point.step)
}

test('the coordinator killed at every point: same designs, no call answered twice', async () => {
  const calm = await lldProject()
  expect((await calm.project.agentos(calm.args('1'))).code).toBe(0)

  const { project, provider, args } = await lldProject({ latencyMs: 60 })
  for (const point of POINTS.slice(0, -1)) {
    const run = project.start(args('1', '--json'))
    await reached(run, point)
    provider.cut()
    run.signal('SIGKILL')
    await run.finished
    await provider.mend()
  }
  expect((await project.agentos(args('1'))).code).toBe(0)
  expect(project.list('.agentos/checkpoints')).toEqual([])
  expect(provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.provider.statistics().answered,
  })
  expect(artifacts(project)).toEqual(artifacts(calm.project))
})

test('the worker killed at every point: same designs, no call answered twice', async () => {
  const calm = await lldProject()
  expect((await calm.project.agentos(calm.args('1'))).code).toBe(0)

  const { project, provider, args } = await lldProject({ latencyMs: 60 })
  const run = project.start(args('1', '--json', '--set', 'limits.restarts=50'))
  let attempt = 0
  for (const point of POINTS) {
    attempt += 1
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === attempt)
    if (point.type === 'step-saved')
      await run.event('step-saved', (event) => event.step === point.step && event.seq > seq)
    else await run.event('call-started', (event) => event.task === point.task && event.seq > seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    await provider.mend()
  }
  expect((await run.finished).code).toBe(0)
  expect(provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.provider.statistics().answered,
  })
  expect(artifacts(project)).toEqual(artifacts(calm.project))
})
