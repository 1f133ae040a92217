/** Killing a run at every point, one after the other, while nobody gets an answer. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { CutProvider } from '../../src/mock-provider/power-cut.ts'
import type { LldProject } from './lld-project.ts'
import { artifacts } from './lld-project.ts'
import type { Project, Started } from './project.ts'

export type Point =
  | { readonly type: 'step-saved'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string }
  /** The ledger is held from the worker's start on, so that it gets no number. */
  | { readonly type: 'number-wanted' }

export const saved = (step: string): Point => ({ type: 'step-saved', step })
export const asked = (task: string): Point => ({ type: 'call-started', task })
export const numberWanted: Point = { type: 'number-wanted' }

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
    if (point.type === 'number-wanted') await run.event('item-started')
    const held = point.type === 'number-wanted' ? holdLedger(project) : undefined
    await reached(run, point)
    provider.cut()
    run.signal('SIGKILL')
    await run.finished
    await project.processesDownTo(0)
    held?.close()
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
    const held = point.type === 'number-wanted' ? holdLedger(project) : undefined
    await reached(run, point, seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    held?.close()
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

/** `since` is the event behind which to look. */
async function reached(run: Started, point: Point, since = 0): Promise<void> {
  if (point.type === 'call-started')
    await run.event('call-started', ({ task, seq }) => task === point.task && seq > since)
  else if (point.type === 'number-wanted')
    await run.event('step-started', ({ step, seq }) => step === 'number' && seq > since)
  // A kill takes a moment to arrive, in which one more step may have been saved.
  else
    await run.eitherEvent(
      ['step-saved', 'step-reused'],
      ({ step, seq }) => step === point.step && seq > since,
    )
}

/** Whoever wants to write to the ledger waits until this is closed. */
function holdLedger(project: Project): DatabaseSync {
  const database = new DatabaseSync(join(project.root, '.agentos/ledger.db'), { timeout: 10_000 })
  database.exec('BEGIN IMMEDIATE')
  return database
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
  return `| ${placeOf(point)} | ${provider.statistics().repeated} |`
}

function placeOf(point: Point): string {
  if (point.type === 'number-wanted') return 'step number was waiting for the ledger'
  return point.type === 'step-saved'
    ? `step ${point.step} was saved`
    : `${point.task} was being asked`
}
