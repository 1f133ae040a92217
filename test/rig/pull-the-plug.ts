/** Killing a run at every point, one after the other, while nobody gets an answer. */
import { expect } from 'vitest'
import type { CutProvider } from '../../src/mock-provider/power-cut.ts'
import type { LldProject } from './lld-project.ts'
import { artifacts } from './lld-project.ts'
import type { Started } from './project.ts'

export type Point =
  | { readonly type: 'step-saved'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string }

export const saved = (step: string): Point => ({ type: 'step-saved', step })
export const asked = (task: string): Point => ({ type: 'call-started', task })

/** The tables are made by the tests; `npx vitest run --project system kill -u` writes them anew. */
const TABLES = '../../docs/pulling-the-plug'

interface Pulled {
  readonly workflow: string
  /** What is made, in a word. */
  readonly noun: string
  readonly item: string
  readonly points: readonly Point[]
  /** A project of its own each time; with latency, so that there is time to kill. */
  readonly newProject: (options: { latencyMs: number }) => Promise<LldProject>
}

/** Each point is reached by a run of its own, which is killed there; the next one goes on. */
export async function killCoordinatorAtEveryPoint(pulled: Pulled): Promise<void> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject({ latencyMs: 60 })
  const { project, provider, args } = torn
  const rows: string[] = []
  for (const point of pulled.points) {
    const run = project.start(args(pulled.item, '--json'))
    await reached(run, point)
    provider.cut()
    run.signal('SIGKILL')
    await run.finished
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await project.agentos(args(pulled.item))).code).toBe(0)
  expect(project.list('.agentos/checkpoints')).toEqual([])
  await compare(pulled, { calm, torn, killed: 'coordinator', rows })
}

/** One run, whose worker is killed at each point; the next worker goes on. */
export async function killWorkerAtEveryPoint(pulled: Pulled): Promise<void> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject({ latencyMs: 60 })
  const { project, provider, args } = torn
  const run = project.start(args(pulled.item, '--json', '--set', 'limits.restarts=50'))
  const rows: string[] = []
  for (const [index, point] of pulled.points.entries()) {
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === index + 1)
    if (point.type === 'step-saved')
      await run.event('step-saved', (event) => event.step === point.step && event.seq > seq)
    else await run.event('call-started', (event) => event.task === point.task && event.seq > seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await run.finished).code).toBe(0)
  await compare(pulled, { calm, torn, killed: 'worker', rows })
}

async function calmRun({ newProject, item }: Pulled): Promise<LldProject> {
  const calm = await newProject({ latencyMs: 0 })
  expect((await calm.project.agentos(calm.args(item))).code).toBe(0)
  return calm
}

async function reached(run: Started, point: Point): Promise<void> {
  if (point.type === 'call-started')
    await run.event('call-started', ({ task }) => task === point.task)
  // A worker lives a moment longer than its coordinator, and may have saved one more step.
  else await run.eitherEvent(['step-saved', 'step-reused'], ({ step }) => step === point.step)
}

async function compare(
  { workflow, noun }: Pulled,
  found: {
    readonly calm: LldProject
    readonly torn: LldProject
    readonly killed: 'coordinator' | 'worker'
    readonly rows: readonly string[]
  },
): Promise<void> {
  const { calm, torn, killed, rows } = found
  expect(torn.provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.provider.statistics().answered,
  })
  expect(artifacts(torn.project)).toEqual(artifacts(calm.project))
  const table = `# The ${killed} of \`${workflow}\`, killed with SIGKILL

One ${noun}, the ${killed} killed at each of these points one after the other, gone on with each time by the
same command. The ${noun} and its lineage came out the same, byte for byte but for the time of approval.

| killed when | answered calls that were made again |
| --- | --- |
${rows.join('\n')}
`
  await expect(table).toMatchFileSnapshot(`${TABLES}/${workflow}-${killed}.md`)
}

function rowOf(point: Point, provider: CutProvider): string {
  const where =
    point.type === 'step-saved' ? `step ${point.step} was saved` : `${point.task} was being asked`
  return `| ${where} | ${provider.statistics().repeated} |`
}
