/**
 * `implement` over many items while its processes, its git, its worktrees and its state are killed, held and
 * removed, again and again with the same command until every item is done. What comes of it is compared with
 * a run that nobody disturbed. The same seed chooses the same disturbances, though not at the same instants.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { chanceFrom } from '../signals.ts'
import { DISTURBANCES, type Disturbance, disturb } from './disturbances.ts'
import { Field } from './field.ts'
import { FieldRun } from './run.ts'
import { resultsOf, violations } from './verify.ts'

const PARALLEL = 4
/** More runs than this do not get anywhere. */
const MOST_RUNS = 100
const IMPLEMENT = ['implement', '--all', `--parallel=${PARALLEL}`]

export interface Ground {
  readonly launcher: string
  readonly designed: Field
  /** What a run makes that is left alone. */
  readonly undisturbed: Readonly<Record<string, string>>
}

export interface SeedReport {
  readonly runs: number
  readonly disturbances: number
  /** Items that ended a run otherwise than done, and were resumed by the next one. */
  readonly resumed: readonly string[]
  readonly paidTwice: number
  readonly violations: readonly string[]
}

/** Designs, and what comes of them in a run that nobody disturbs. */
export async function prepareGround(launcher: string, items: number): Promise<Ground> {
  const designed = await Field.withIssues(items)
  try {
    await expectDone(designed, launcher, ['lld', '--all', `--parallel=${PARALLEL}`])
    designed.settle()
    return { launcher, designed, undisturbed: await undisturbedRun(designed, launcher) }
  } catch (error) {
    await designed.close()
    throw error
  }
}

async function undisturbedRun(designed: Field, launcher: string): Promise<Ground['undisturbed']> {
  const field = await designed.copy()
  try {
    await expectDone(field, launcher, IMPLEMENT)
    return resultsOf(field)
  } finally {
    await field.close()
  }
}

async function expectDone(field: Field, launcher: string, args: readonly string[]): Promise<void> {
  const run = new FieldRun(field, launcher, args)
  const code = await run.ended
  if (code !== 0)
    throw new Error(`${args[0]} ended with ${code}: ${run.failures.join('\n')}${run.words}`)
}

export async function disturbedRun(
  ground: Ground,
  options: {
    readonly seed: number
    readonly disturbances: number
    readonly log: (line: string) => void
    readonly signal: AbortSignal
  },
): Promise<SeedReport> {
  const { log, signal } = options
  const chance = chanceFrom(options.seed)
  const deck = dealt(options.disturbances, chance)
  const field = await ground.designed.copy()
  const resumed: string[] = []
  const problems: string[] = []
  let runs = 0
  try {
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted()
      if (++runs > MOST_RUNS) throw new Error(`Not done after ${MOST_RUNS} runs.`)
      const wasLeftAlone = deck.length === 0
      const run = new FieldRun(field, ground.launcher, IMPLEMENT)
      const over = new AbortController()
      const stop = () => void process.kill(run.pid, 'SIGKILL')
      signal.addEventListener('abort', stop)
      const disturbing = keepDisturbing(run, over.signal)
      const code = await run.ended
      signal.removeEventListener('abort', stop)
      over.abort()
      await disturbing
      resumed.push(...run.failures)
      for (const failure of run.failures) log(`run ${runs}: ${failure}`)
      isDone = code === 0
      if (isDone || !wasLeftAlone) continue
      problems.push(
        `run ${runs}, left alone, ended with ${code}: ${run.failures.join('; ')} ${run.words}`,
      )
      isDone = true
    }
    for (let look = 0; look < 200 && field.processes().length > 0; look++) await sleep(50)
    return {
      runs,
      disturbances: options.disturbances - deck.length,
      resumed,
      paidTwice: field.provider.statistics().repeated,
      violations: [...problems, ...violations(field, ground.undisturbed)],
    }
  } finally {
    await field.close()
  }

  /** One after the other while the run works, with a pause before each. */
  async function keepDisturbing(run: FieldRun, over: AbortSignal): Promise<void> {
    while (deck.length > 0) {
      await sleep(200 + chance() * 1_800, undefined, { signal: over }).catch(() => {}) // the run is over
      while (run.workers.size === 0 && !over.aborted) await sleep(20)
      const kind = over.aborted ? undefined : deck.pop()
      if (kind === undefined) return
      log(`run ${runs}: ${kind} (${deck.length} to come)`)
      await disturb(kind, { field, run, chance, over })
    }
  }
}

/** As many as wanted, each kind as often as any other, in an order by chance. */
function dealt(count: number, chance: () => number): Disturbance[] {
  const deck: Disturbance[] = []
  while (deck.length < count) {
    const cards = DISTURBANCES.map((kind) => ({ kind, place: chance() }))
    cards.sort((one, other) => one.place - other.place)
    deck.push(...cards.map(({ kind }) => kind))
  }
  return deck.slice(0, count)
}
