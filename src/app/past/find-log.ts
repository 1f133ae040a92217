/** Which log is meant: an item's in its newest run, or the coordinator's of a run. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { insideIfAny } from '../../files/inside.ts'
import { quote } from '../../model/ids.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'
import { eventsIn } from '../../reporters/logs/event-file.ts'
import { eventFile, findRun, NO_RUNS, type PastRun, runsOf } from '../../reporters/past/past-run.ts'
import type { RunsHere } from './runs-here.ts'

/** What was meant is guessed from the names in so many of the newest runs. */
const RUNS_GUESSED_FROM = 5
/** An id, or the name of a folder. */
const RUN = /^(r-|\d{4}-\d\d-)/

export interface FoundLog {
  readonly run: PastRun
  readonly path: string
  /** Absent for the coordinator's. */
  readonly item?: { readonly id: string; readonly label: string }
}

export function findLog(
  here: RunsHere,
  { target, run }: { readonly target: string | undefined; readonly run: string | undefined },
): FoundLog {
  if (target === undefined) return coordinatorLog(findRun(here.logs, run))
  const runs = run === undefined ? [...runsOf(here.logs)] : [findRun(here.logs, run)]
  for (const one of runs) {
    const item = itemIn(one, target, here.alive.has(one.id))
    if (item !== undefined) return { run: one, item, path: logOf(one, item.label) }
  }
  if (run === undefined && RUN.test(target)) return coordinatorLog(findRun(here.logs, target))
  throw runs.length === 0 ? new UsageError('run-none', NO_RUNS) : unknownItem(target, runs)
}

function coordinatorLog(run: PastRun): FoundLog {
  return { run, path: logOf(run, 'coordinator') }
}

function logOf({ folder }: PastRun, name: string): string {
  return join(folder, `${name}.log`)
}

/** The item, if this run has started it, or may still do so. */
function itemIn(run: PastRun, name: string, isAlive: boolean): FoundLog['item'] {
  // A label ends with the item's id, so the names of logs tell which runs need to be read.
  const mayHave = isAlive || labelsIn(run).some((label) => `-${label}`.endsWith(`-${name}`))
  if (!mayHave) return undefined
  for (const event of eventsIn(eventFile(run.folder))) {
    if (event.type !== 'item-queued' || (event.item !== name && event.label !== name)) continue
    const { item: id, label } = event
    if (insideIfAny(run.folder, `${label}.log`) === undefined) return undefined
    return isAlive || existsSync(logOf(run, label)) ? { id, label } : undefined
  }
  return undefined
}

function labelsIn({ folder }: PastRun): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log') && name !== 'coordinator.log')
    .map((name) => name.slice(0, -'.log'.length))
}

function unknownItem(name: string, runs: readonly PastRun[]): UsageError {
  const labels = [...new Set(runs.slice(0, RUNS_GUESSED_FROM).flatMap(labelsIn))]
  const names = [...labels, ...labels.map((label) => label.replace(/^.*?-/, ''))]
  const hint = didYouMean(name, names, '`agentos status --json` lists items.')
  const where = runs.length === 1 ? `Run ${runs[0]?.id} has no log` : 'No run here has a log'
  return new UsageError('log-unknown', `${where} of an item ${quote(name)}.`, { hint })
}
