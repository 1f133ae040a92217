/** The items of earlier runs, from the `summary.json` of each; the newest first. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { runFolders } from '../logs/run-folders.ts'

const runSchema = z.object({
  workflow: z.string(),
  mock: z.boolean(),
  models: z.record(z.string(), z.string()),
  items: z.array(z.unknown()),
})

const amount = z.number().nonnegative()
const itemSchema = z
  .object({
    outcome: z.enum(['done', 'needs-revision']),
    attempts: z.literal(1),
    stepsReused: z.literal(0),
    durationMs: amount,
    calls: amount,
    stepsSaved: amount,
    cost: amount.nullable().catch(null),
  })
  .transform(({ durationMs, calls, cost, stepsSaved: steps }) => ({
    durationMs,
    calls,
    cost,
    steps,
  }))

/** An item that was worked on from its beginning to its end in one go; its cost is null if that is not known. */
export type PastItem = z.infer<typeof itemSchema>

/** Which earlier runs are comparable to the next one: other models differ in time and cost. */
export type SoughtRun = Omit<z.infer<typeof runSchema>, 'items'>

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
  const { data: run } = runSchema.safeParse(parsed(text))
  if (run?.workflow !== sought.workflow || run.mock !== sought.mock) return []
  if (!isDeepStrictEqual({ ...run.models }, { ...sought.models })) return []
  return run.items.flatMap((item) => itemSchema.safeParse(item).data ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a damaged summary is not part of the estimate
  }
}

function readWhole(path: string, mostBytes: number): string {
  try {
    return statSync(path).size > mostBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return '' // missing after a kill, or unreadable: not part of the estimate
  }
}
