/** Pulling the plug at every point of `lld`, one after the other: no answered call is made again. */
import { expect, test } from 'vitest'
import type { CutProvider } from '../../src/mock-provider/power-cut.ts'
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
  const rows: string[] = []
  for (const point of POINTS.slice(0, -1)) {
    const run = project.start(args('1', '--json'))
    await reached(run, point)
    provider.cut()
    run.signal('SIGKILL')
    await run.finished
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await project.agentos(args('1'))).code).toBe(0)
  expect(project.list('.agentos/checkpoints')).toEqual([])
  expect(provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.provider.statistics().answered,
  })
  expect(artifacts(project)).toEqual(artifacts(calm.project))
  await expect(tableOf('coordinator', rows)).toMatchFileSnapshot(`${TABLES}/lld-coordinator.md`)
})

test('the worker killed at every point: same designs, no call answered twice', async () => {
  const calm = await lldProject()
  expect((await calm.project.agentos(calm.args('1'))).code).toBe(0)

  const { project, provider, args } = await lldProject({ latencyMs: 60 })
  const run = project.start(args('1', '--json', '--set', 'limits.restarts=50'))
  const rows: string[] = []
  let attempt = 0
  for (const point of POINTS) {
    attempt += 1
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === attempt)
    // On a busy machine the kill comes late, and the worker may have saved one more step.
    if (point.type === 'step-saved')
      await run.eitherEvent(
        ['step-saved', 'step-reused'],
        (event) => event.step === point.step && event.seq > seq,
      )
    else await run.event('call-started', (event) => event.task === point.task && event.seq > seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await run.finished).code).toBe(0)
  expect(provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.provider.statistics().answered,
  })
  expect(artifacts(project)).toEqual(artifacts(calm.project))
  await expect(tableOf('worker', rows)).toMatchFileSnapshot(`${TABLES}/lld-worker.md`)
})

/** The tables of docs/pulling-the-plug/ are made here; `npx vitest run lld-kill -u` writes them anew. */
const TABLES = '../../docs/pulling-the-plug'

function rowOf(point: Point, provider: CutProvider): string {
  const where =
    point.type === 'step-saved' ? `step ${point.step} was saved` : `${point.task} was being asked`
  return `| ${where} | ${provider.statistics().repeated} |`
}

function tableOf(killed: 'coordinator' | 'worker', rows: readonly string[]): string {
  return `# The ${killed} of \`lld\`, killed with SIGKILL

One design, the ${killed} killed at each of these points one after the other, gone on with each time by the
same command. The design and its lineage came out the same, byte for byte but for the time of approval.

| killed when | answered calls that were made again |
| --- | --- |
${rows.join('\n')}
`
}
