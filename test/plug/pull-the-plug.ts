/** Killing a run at every point, one after the other, while nobody gets an answer. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { CutProvider } from '../../src/mock-provider/power-cut.ts'
import type { LldProject } from '../rig/lld-project.ts'
import type { Project, Started } from '../rig/project.ts'

export type Point =
  | { readonly type: 'step-saved' | 'command-started'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string }
  /** The ledger is held from this step on, so that the worker gets no number. */
  | { readonly type: 'number-wanted'; readonly after: string }

export const saved = (step: string): Point => ({ type: 'step-saved', step })
export const during = (step: string): Point => ({ type: 'command-started', step })
export const asked = (task: string): Point => ({ type: 'call-started', task })
export const numberWanted = (after: string): Point => ({ type: 'number-wanted', after })

export interface Pulled {
  readonly workflow: string
  readonly item: string
  /** What is made, by path, without times. */
  readonly resultsOf: (project: Project) => Record<string, string>
  /** A project of its own each time; with latency, so that there is time to kill. */
  readonly newProject: (options: { latencyMs: number }) => Promise<LldProject>
}

/** Each point is reached by a run of its own, which is killed there; the next one goes on. Returns a row each. */
export async function killCoordinator(pulled: Pulled, points: readonly Point[]): Promise<string[]> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject({ latencyMs: 60 })
  const { project, provider, args } = torn
  const rows: string[] = []
  for (const point of points) {
    const run = project.start(args(pulled.item, '--json'))
    const held = await holdBefore(project, run, point)
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
  compare(pulled, calm, torn)
  return rows
}

/** One run, whose worker is killed at each point; the next worker goes on. Returns a row each. */
export async function killWorker(pulled: Pulled, points: readonly Point[]): Promise<string[]> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject({ latencyMs: 60 })
  const { project, provider, args } = torn
  const run = project.start(args(pulled.item, '--json', '--set', 'limits.restarts=50'))
  const rows: string[] = []
  for (const [index, point] of points.entries()) {
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === index + 1)
    const held = await holdBefore(project, run, point, seq)
    await reached(run, point, seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    held?.close()
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await run.finished).code).toBe(0)
  compare(pulled, calm, torn)
  return rows
}

interface Calm {
  readonly answered: number
  readonly results: Record<string, string>
}

const calmRuns = new Map<string, Calm>()

/** What comes of it when nobody pulls anything; one run of a workflow tells. */
async function calmRun({ workflow, newProject, item, resultsOf }: Pulled): Promise<Calm> {
  const before = calmRuns.get(workflow)
  if (before !== undefined) return before
  const { project, provider, args } = await newProject({ latencyMs: 0 })
  expect((await project.agentos(args(item))).code).toBe(0)
  const calm = { answered: provider.statistics().answered, results: resultsOf(project) }
  calmRuns.set(workflow, calm)
  return calm
}

/** `since` is the event behind which to look. */
async function reached(run: Started, point: Point, since = 0): Promise<void> {
  if (point.type === 'call-started')
    await run.event('call-started', ({ task, seq }) => task === point.task && seq > since)
  else if (point.type === 'number-wanted')
    await run.event('step-started', ({ step, seq }) => step === 'number' && seq > since)
  else if (point.type === 'command-started')
    await run.eitherEvent(
      ['command-started', 'step-saved', 'step-reused'],
      (event) => event.step === point.step && event.seq > since,
    )
  // A kill takes a moment to arrive, in which one more step may have been saved.
  else
    await run.eitherEvent(
      ['step-saved', 'step-reused'],
      ({ step, seq }) => step === point.step && seq > since,
    )
}

/** Whoever wants to write to the ledger waits until this is closed. */
async function holdBefore(
  project: Project,
  run: Started,
  point: Point,
  since = 0,
): Promise<DatabaseSync | undefined> {
  if (point.type !== 'number-wanted') return undefined
  await reached(run, saved(point.after), since)
  const database = new DatabaseSync(join(project.root, '.agentos/ledger.db'), { timeout: 10_000 })
  database.exec('BEGIN IMMEDIATE')
  return database
}

/** The same came of it, and nobody was asked again for what was answered. */
function compare({ resultsOf }: Pulled, calm: Calm, torn: LldProject): void {
  expect(torn.provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.answered,
  })
  expect(resultsOf(torn.project)).toEqual(calm.results)
  expect(torn.project.list('.agentos/checkpoints')).toEqual([])
  expect(torn.project.list('.agentos/worktrees')).toEqual([])
}

function rowOf(point: Point, provider: CutProvider): string {
  return `| ${placeOf(point)} | ${provider.statistics().repeated} |`
}

function placeOf(point: Point): string {
  if (point.type === 'number-wanted') return 'step number was waiting for the ledger'
  if (point.type === 'call-started') return `${point.task} was being asked`
  return point.type === 'step-saved'
    ? `step ${point.step} was saved`
    : `a command of step ${point.step} was running`
}
