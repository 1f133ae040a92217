/**
 * Runs of many items while workers and coordinators are killed and held, the provider restarted and
 * the disk filled, again and again with the same command until everything is done. Seeded: the same
 * seed chooses the same troubles, though not at the same instants of the runs.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Event } from '../../src/model/event.ts'
import { Arena } from './arena.ts'
import { problemsOf } from './checks.ts'
import { chanceFrom, pick } from './signals.ts'
import { make, TROUBLES, type Trouble } from './troubles.ts'

/** That of the built package if there is one, else that of the sources. */
const LAUNCHER =
  process.env.TEST_LAUNCHER ?? fileURLToPath(new URL('../../bin/agentos.cjs', import.meta.url))
const PARALLEL = 4
/** A run that needs more than this is not getting anywhere. */
const MOST_RUNS = 200

export interface ChaosOptions {
  readonly seed: number
  readonly small: number
  readonly designs: number
  /** How many troubles there are for each workflow; after them its runs are left alone. */
  readonly troubles: number
  readonly log: (line: string) => void
  /** Ends it before its time; nothing is left behind then either. */
  readonly signal?: AbortSignal
}

export interface ChaosReport {
  readonly runs: number
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>
  readonly problems: readonly string[]
}

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const arena = new Arena(options.designs)
  const chance = chanceFrom(options.seed)
  const made: Partial<Record<Trouble, number>> = {}
  const told: (readonly Event[])[] = []
  let left = 0
  try {
    if (!arena.hasDisk) options.log('No disk of its own could be mounted: it is never full.')
    await arena.startProvider()
    for (const command of [['run', 'small.mts'], ['lld']]) {
      left = options.troubles
      for (let code: number | null = null; code !== 0; ) {
        options.signal?.throwIfAborted()
        if (told.length === MOST_RUNS) throw new Error(`Not done after ${MOST_RUNS} runs.`)
        const run = startRun(arena, command, options)
        told.push(run.events)
        const stop = new AbortController()
        const kill = () => void process.kill(run.pid, 'SIGKILL')
        options.signal?.addEventListener('abort', kill)
        const troubles = trouble(run, stop.signal)
        code = await run.ended
        options.signal?.removeEventListener('abort', kill)
        stop.abort()
        await troubles
      }
    }
    await sleepUntilGone(arena)
    return { runs: told.length, troubles: made, problems: problemsOf(arena, told, options) }
  } finally {
    await arena.close()
  }

  /** One disturbance after the other during the run, with a pause before each. */
  async function trouble(run: StartedRun, over: AbortSignal): Promise<void> {
    while (left > 0) {
      await sleep(100 + chance() * 900, undefined, { signal: over }).catch(() => {}) // the run is over
      if (over.aborted) return
      left -= 1
      const kind = pick(TROUBLES, chance) as Trouble
      made[kind] = (made[kind] ?? 0) + 1
      options.log(`run ${told.length}: ${kind} (${left} to come)`)
      await make(kind, { arena, chance, coordinator: run.pid, workers: run.workers })
    }
  }
}

interface StartedRun {
  readonly pid: number
  readonly workers: ReadonlySet<number>
  /** What it has told so far. */
  readonly events: readonly Event[]
  readonly ended: Promise<number | null>
}

function startRun(arena: Arena, command: readonly string[], options: ChaosOptions): StartedRun {
  const args = [...command, '--all', '--json', `--parallel=${PARALLEL}`, '--mock-url', arena.url]
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: arena.repository,
    env: { ...process.env, ...arena.environment, ITEMS: String(options.small) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const workers = new Set<number>()
  const events: Event[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{') || !line.endsWith('}')) return // cut by a kill in the middle of writing
    const event = JSON.parse(line) as Event
    events.push(event)
    if (event.type === 'item-started') workers.add(event.worker)
    if (event.type === 'worker-exited') workers.delete(event.worker)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { pid: child.pid ?? 0, workers, events, ended }
}

/** What a killed coordinator leaves ends by itself within two seconds. */
async function sleepUntilGone(arena: Arena): Promise<void> {
  for (let look = 0; look < 100 && arena.processes().length > 0; look++) await sleep(50)
}
