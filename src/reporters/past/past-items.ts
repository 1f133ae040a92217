/** The items of earlier runs, from the `summary.json` of each; the newest first. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runFolders } from '../logs/run-folders.ts'
import type { PastItem } from './history.ts'

/** Which earlier runs are comparable to the next one. */
export interface SoughtRun {
  readonly workflow: string
  readonly mock: boolean
  /** Models by role: other models differ in time and cost. */
  readonly models: Readonly<Record<string, string>>
}

/** More would not improve the estimate, and take longer to read. */
const MOST_ITEMS = 50
const MOST_RUNS = 200
const MOST_BYTES = 16 * 1024 * 1024

export function readPastItems(logs: string, sought: SoughtRun): PastItem[] {
  const items: PastItem[] = []
  let bytesLeft = MOST_BYTES
  for (const folder of runFolders(logs).slice(0, MOST_RUNS)) {
    const text = readWhole(join(folder, 'summary.json'), bytesLeft)
    bytesLeft -= text.length
    items.push(...pastItemsOf(text, sought))
    if (items.length >= MOST_ITEMS) break
  }
  return items.slice(0, MOST_ITEMS)
}

/** Of a summary that is damaged, or of another kind of run, none. */
export function pastItemsOf(text: string, sought: SoughtRun): PastItem[] {
  const { workflow, mock, models, items } = parsed(text)
  if (workflow !== sought.workflow || mock !== sought.mock || !Array.isArray(items)) return []
  if (!sameModels(recordOf(models), sought.models)) return []
  return items.flatMap((item) => pastItem(recordOf(item)))
}

function pastItem(item: Readonly<Record<string, unknown>>): PastItem[] {
  const { outcome, attempts, stepsReused, durationMs, calls, cost, stepsSaved } = item
  const isWhole = outcome === 'done' || outcome === 'needs-revision'
  if (!isWhole || attempts !== 1 || stepsReused !== 0) return []
  if (!isAmount(durationMs) || !isAmount(calls) || !isAmount(stepsSaved)) return []
  return [{ durationMs, calls, cost: isAmount(cost) ? cost : null, steps: stepsSaved }]
}

function sameModels(these: Readonly<Record<string, unknown>>, those: SoughtRun['models']): boolean {
  const roles = new Set([...Object.keys(these), ...Object.keys(those)])
  return [...roles].every((role) => these[role] === those[role])
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {} // a damaged summary is not part of the estimate
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function readWhole(path: string, mostBytes: number): string {
  try {
    return statSync(path).size > mostBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return '' // missing after a kill, or unreadable: not part of the estimate
  }
}
