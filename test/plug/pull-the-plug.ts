/**
 * Killing a run at every point, one after the other. Calls are answered one by one, and none between a
 * point and its kill: so each was answered and saved before, or never, however fast the machine is.
 */
import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { expect } from 'vitest'
import type { Cut, CutProvider } from '../../src/mock-provider/scenario/power-cut.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import { type GitKill, GitToKill } from '../rig/git-to-kill.ts'
import type { LldProject } from '../rig/lld-project.ts'
import type { Project, Started } from '../rig/project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

export type Point =
  | { readonly type: 'step-saved' | 'command-started'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string }

export const saved = (step: string): Point => ({ type: 'step-saved', step })
export const during = (step: string): Point => ({ type: 'command-started', step })
export const asked = (task: string): Point => ({ type: 'call-started', task })

export interface Pulled {
  readonly workflow: string
  readonly item: string
  /** What is made, by path, without times. */
  readonly resultsOf: (project: Project) => Record<string, string>
  /** A project of its own each time. */
  readonly newProject: () => Promise<LldProject>
}

/** Each point is reached by a run of its own, which is killed there; the next one goes on. Returns a row each. */
export async function killCoordinator(pulled: Pulled, points: readonly Point[]): Promise<string[]> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject()
  const { project, provider, args } = torn
  const rows: string[] = []
  for (const point of points) {
    const cut = provider.cut()
    const run = project.start(args(pulled.item, '--json'))
    await new Journey({ run, cut }).to(point)
    run.signal('SIGKILL')
    await run.finished
    await project.processesDownTo(0)
    await provider.restore()
    rows.push(rowOf(point, provider))
  }
  expect((await project.agentos(args(pulled.item))).code).toBe(0)
  compare(pulled, calm, torn)
  return rows
}

/** One run, whose worker is killed at each point; the next worker goes on. Returns a row each. */
export async function killWorker(pulled: Pulled, points: readonly Point[]): Promise<string[]> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject()
  const { project, provider, args } = torn
  const cut = provider.cut()
  const run = project.start(args(pulled.item, '--json', '--set', 'limits.restarts=50'))
  const rows: string[] = []
  for (const [index, point] of points.entries()) {
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === index + 1)
    await new Journey({ run, cut, since: seq }).to(point)
    const abandoned = cut.abandoned()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    await abandoned
    rows.push(rowOf(point, provider))
  }
  cut.restore()
  expect((await run.finished).code).toBe(0)
  compare(pulled, calm, torn)
  return rows
}

/**
 * Git is killed at each of these moments, alone, with its worker, or with the coordinator too, by runs that follow each other
 * until nothing is left to kill. Returns a row each.
 */
export async function killGit(pulled: Pulled, kills: readonly GitKill[]): Promise<string[]> {
  const calm = await calmRun(pulled)
  const torn = await pulled.newProject()
  const { project, provider, args } = torn
  const standing = () => [
    gitIn(project, 'rev-parse', 'HEAD'),
    gitIn(project, 'ls-files', '--stage'),
  ]
  const before = standing()
  const git = new GitToKill(temporaryFolder())
  git.order(kills)
  const env = { PATH: `${git.folder}${delimiter}${process.env.PATH}` }
  const command = args(pulled.item, '--set', 'limits.restarts=50')
  for (let signal: string | null = 'SIGKILL'; signal !== null; ) {
    const run = await project.agentos(command, { env })
    expect(run, run.stdout).toMatchObject(run.signal === null ? { code: 0 } : { signal: 'SIGKILL' })
    await project.processesDownTo(0)
    signal = run.signal
  }
  expect(git.open, 'moments that never came').toBe(0)
  expect(standing()).toEqual(before)
  compare(pulled, calm, torn)
  const { repeated } = provider.statistics()
  return kills.map(
    ({ call, when, along }) => `| git ${call} | ${MOMENTS[when]} | ${ALONG[along]} | ${repeated} |`,
  )
}

const MOMENTS: Readonly<Record<GitKill['when'], string>> = {
  begun: 'before it did anything',
  'refs-locked': 'with its refs locked',
  'checking-out': 'while it wrote files',
  'index-written': 'with its index written',
  done: 'when all was done',
}

const ALONG: Readonly<Record<GitKill['along'], string>> = {
  alone: 'git',
  'with-worker': 'git, its worker',
  'with-coordinator': 'git, its worker, the coordinator',
}

function gitIn({ root }: Project, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
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
  const { project, provider, args } = await newProject()
  expect((await project.agentos(args(item))).code).toBe(0)
  const calm = { answered: provider.statistics().answered, results: resultsOf(project) }
  calmRuns.set(workflow, calm)
  return calm
}

/** A worker on its way, whose calls are answered one at a time. */
class Journey {
  readonly #run: Started
  readonly #cut: Cut
  readonly #since: number
  #answered = 0

  /** `since` is the event behind which its way begins. */
  constructor(options: { run: Started; cut: Cut; since?: number }) {
    this.#run = options.run
    this.#cut = options.cut
    this.#since = options.since ?? 0
  }

  /** The next call is asked only when the answer before is saved, and told before it comes here. */
  async to(point: Point): Promise<void> {
    const isPoint = (event: PointEvent) => event.seq > this.#since && isAt(point, event)
    const isReached = () => this.#run.events.some((event) => isPointEvent(event) && isPoint(event))
    const reached = this.#run.eitherEvent(POINT_EVENTS, isPoint)
    for (;;) {
      const call = this.#cut.unanswered(1)
      await (point.type === 'call-started' ? call : Promise.race([call, reached]))
      if (!isReached()) await this.#callsTold(this.#answered + 1)
      if (isReached()) return
      this.#cut.answer()
      this.#answered += 1
    }
  }

  async #callsTold(count: number): Promise<void> {
    const isCall = (event: Event) => event.type === 'call-started' && event.seq > this.#since
    const last = () => this.#run.events.filter(isCall)[count - 1]
    await this.#run.event('call-started', ({ seq }) => seq === last()?.seq)
  }
}

const POINT_EVENTS = [
  ...(['step-saved', 'step-reused', 'step-started'] as const),
  ...(['command-started', 'call-started'] as const),
] as const
type PointEvent = EventOf<(typeof POINT_EVENTS)[number]>

function isPointEvent(event: Event): event is PointEvent {
  return (POINT_EVENTS as readonly string[]).includes(event.type)
}

/** A step that was saved before is read back; so is one whose command ran before. */
function isAt(point: Point, event: PointEvent): boolean {
  if (point.type === 'call-started')
    return event.type === 'call-started' && event.task === point.task
  const types: readonly string[] = [point.type, 'step-saved', 'step-reused']
  return types.includes(event.type) && event.step === point.step
}

/** The same came of it, and nobody was asked again for what was answered. */
function compare({ resultsOf }: Pulled, calm: Calm, torn: LldProject): void {
  expect(torn.provider.statistics()).toMatchObject({
    repeated: 0,
    answered: calm.answered,
  })
  expect(resultsOf(torn.project)).toEqual(calm.results)
  expect(torn.project.list('.agentos/checkpoints')).toEqual([])
  expect(torn.project.list(torn.project.worktrees)).toEqual([])
}

function rowOf(point: Point, provider: CutProvider): string {
  return `| ${placeOf(point)} | ${provider.statistics().repeated} |`
}

function placeOf(point: Point): string {
  if (point.type === 'call-started') return `${point.task} was being asked`
  return point.type === 'step-saved'
    ? `step ${point.step} was saved`
    : `a command of step ${point.step} was running`
}
