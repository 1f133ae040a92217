/**
 * The runs of a state directory, active and past ones: one folder for each
 * (`run-logs.ts`), named by its start. Only reads.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { quote } from '../../model/ids.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'
import { eventsIn } from '../logs/event-file.ts'
import { runFolders } from '../logs/run-folders.ts'
import { RunView } from '../view/run-view.ts'
import { type Standing, type Summary, standingOf, summaryOf } from '../view/summary.ts'

export interface PastRun {
  readonly id: string
  readonly folder: string
}

/** The newest first; a folder without events is no run. */
export function* runsOf(logs: string): Generator<PastRun> {
  for (const folder of runFolders(logs)) {
    const id = runIdOf(folder)
    if (id !== undefined) yield { id, folder }
  }
}

/** The newest run that is running; without one, that of `findRun`. */
export function findRunningFirst(logs: string, { alive }: Pick<Present, 'alive'>): PastRun {
  const running = [...runsOf(logs)].filter(({ id }) => alive.has(id))
  return running.find(hadItems) ?? findRun(logs, undefined)
}

/**
 * By its id, the beginning of its id if that is one run's only, or its folder; else the newest, rather
 * one that had something to do.
 */
export function findRun(logs: string, name: string | undefined): PastRun {
  if (name === undefined) {
    let newest: PastRun | undefined
    for (const run of runsOf(logs)) {
      newest ??= run
      if (hadItems(run)) return run
    }
    if (newest !== undefined) return newest
    throw new UsageError('run-none', NO_RUNS)
  }
  const runs = [...runsOf(logs)]
  const exact = runs.find(({ id, folder }) => id === name || basename(folder) === basename(name))
  const [first, ...others] =
    exact === undefined ? runs.filter(({ id }) => isStart(name, id)) : [exact]
  if (first === undefined) throw unknownRun(name, runs)
  if (others.length === 0) return first
  const ids = [first, ...others].map(({ id }) => id).join(', ')
  throw new UsageError('run-ambiguous', `${quote(name)} stands for ${ids}.`, {
    hint: 'Write more of the id.',
  })
}

export const NO_RUNS = 'No run has been started in this repository yet.'

export interface RunReading {
  readonly view: RunView
  readonly standing: Standing
  /** Lines of its events that cannot be read. */
  readonly damagedLines: number
}

/** Runs with a living process, and the present time. */
export interface Present {
  readonly alive: ReadonlySet<string>
  readonly now: number
}

/** Folds the events of the run. */
export function readRun(run: PastRun, { alive, now }: Present): RunReading {
  const view = new RunView()
  let damagedLines = 0
  for (const event of eventsIn(eventFile(run.folder), () => (damagedLines += 1))) view.add(event)
  if (view.started === undefined)
    throw new UsageError('run-unreadable', `The first event of run ${run.id} is missing.`, {
      hint: `What is left of it is in ${run.folder}`,
    })
  const standing = standingOf(view, { isAlive: alive.has(run.id), now })
  return { view, standing, damagedLines }
}

/** As it was written at its end; before that, or if it was cut off, from its events. */
export function summaryIn(run: PastRun, present: Present): Summary {
  const written = writtenSummary(join(run.folder, 'summary.json'))
  if (written !== undefined) return written
  const { view, standing } = readRun(run, present)
  return summaryOf(view, standing)
}

export function eventFile(folder: string): string {
  return join(folder, 'events.jsonl')
}

function hadItems({ folder }: PastRun): boolean {
  for (const event of eventsIn(eventFile(folder)))
    return event.type !== 'run-started' || event.items > 0
  return false
}

function runIdOf(folder: string): string | undefined {
  const path = eventFile(folder)
  if (!existsSync(path)) return undefined
  for (const { run } of eventsIn(path)) return run
  return undefined
}

function writtenSummary(path: string): Summary | undefined {
  if (!existsSync(path)) return undefined
  try {
    const summary = JSON.parse(readFileSync(path, 'utf8'))
    const isWhole = summary?.schema === 'agentos.summary/1' && Array.isArray(summary.items)
    return isWhole ? summary : undefined
  } catch {
    return undefined // damaged: the events have the same content
  }
}

function unknownRun(name: string, runs: readonly PastRun[]): UsageError {
  if (runs.length === 0) return new UsageError('run-none', NO_RUNS)
  const ids = runs.map(({ id }) => id)
  return new UsageError('run-unknown', `There is no run ${quote(name)} here.`, {
    hint: didYouMean(name, ids, '`agentos runs` lists them.'),
  })
}

/** With or without the `r-` of every id. */
function isStart(name: string, id: string): boolean {
  return id.startsWith(name) || id.startsWith(`r-${name}`)
}
