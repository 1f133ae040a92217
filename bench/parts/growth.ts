/** Whether an item costs the same among many: time, memory and disk; and commands that look at many. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { simulate } from '../../test/rig/simulate.ts'
import { writtenRun } from '../../test/rig/written-run.ts'
import { counted } from '../counted.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const FEW = 10
const SOME = 100
const MANY = 10_000

export const growth: Part = async ({ rounds, isLarge }) => {
  const size = isLarge ? MANY : 1_000
  const { few, some, many } = await medians(isLarge ? 1 : rounds, {
    few: () => piecework(FEW),
    some: () => piecework(SOME),
    many: () => piecework(size),
  })
  const costs = [
    { name: 'time an item', field: 'msAnItem', atMost: 1.2 },
    { name: 'CPU time an item', field: 'cpuMsAnItem', atMost: 1.2 },
    { name: 'disk an item', field: 'bytesAnItem', atMost: 1.2 },
    // Mostly what V8 has not collected yet: it decides when.
    { name: 'memory of the coordinator', field: 'peakMB' },
  ] as const
  const grown = costs.map(({ name, field, ...bound }) => ({
    what: `${name}, ${counted(size)} items ÷ ${SOME}`,
    unit: 'ratio' as const,
    ours: many[field] / some[field],
    ...bound,
    peers: [{ name: `${FEW} items`, value: few[field] / some[field] }],
  }))
  return [...grown, ...(await looks(rounds))]
}

/** A whole run of items that do nothing but save a step. */
async function piecework(items: number) {
  const save = `(item, { step }) => step('only', () => item.id)`
  using project = new Project({ 'pile.mts': workflowOf('pile', items, save) })
  const run = await project.agentos(['run', 'pile.mts', '--all', '--parallel', '3'])
  const events = project.events()
  const began = events.find(({ type }) => type === 'item-started')?.at ?? 0
  const ended = events.findLast(({ type }) => type === 'item-ended')?.at ?? 0
  return {
    msAnItem: (ended - began) / items,
    cpuMsAnItem: (run.ownCpuMs + run.childrenCpuMs) / items,
    bytesAnItem: sizeOf(project.lastRun) / items,
    peakMB: run.peakMB,
  }
}

/** Commands over ten thousand items that have ended, or could be begun. */
async function looks(rounds: number) {
  using project = new Project({ 'pile.mts': workflowOf('pile', MANY, '() => {}') })
  const fates = Array.from({ length: MANY }, (_, index) => ({
    id: `i${index}`,
    dependsOn: [],
    takesMs: 1_000 + (index % 7),
    end: 'done' as const,
    deaths: 0,
    prints: false,
    stopsAfterMs: 0,
  }))
  const { events } = simulate({ fates, limits: LIMITS })
  writtenRun(join(project.folder, '.agentos/logs'), '08-00', events)
  const taken = await medians(rounds, {
    '`status`': () => project.agentos(['status']),
    '`report`': () => project.agentos(['report', '--format', 'json']),
    'dry run': () => project.agentos(['run', 'pile.mts', '--all', '--dry-run']),
  })
  return Object.entries(taken).map(([name, { ms }]) => ({
    what: `${name}, ${counted(MANY)} items`,
    unit: 'ms' as const,
    ours: ms,
    atMost: 1_000,
    peers: [],
  }))
}

const LIMITS = {
  parallel: 10,
  failFast: false,
  itemTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  runTimeoutMs: 1e9,
  stopGraceMs: 1_000,
  restarts: 0,
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)).size)
    .reduce((sum, size) => sum + size, 0)
}
