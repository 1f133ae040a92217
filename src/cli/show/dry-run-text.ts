import { credentialsLine } from '../../app/credential-report.ts'
import type { DryRun, PlannedItem } from '../../app/run/plan-run.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { tableLines } from '../../reporters/screen/table.ts'
import { cutTo } from '../../reporters/screen/width.ts'
import { budgetWords, estimateLine } from '../../reporters/words/estimate-words.ts'
import { plural } from '../../reporters/words/words.ts'

/** More would scroll away what stands below them. */
const MOST_SHOWN = 20
const MOST_NAMED = 5
const WIDEST_TITLE = 40

/** The plan for people; `now` is for the times at which credentials come back. */
export function dryRunText(plan: DryRun, now: number): string {
  const items = plural(plan.items.length, 'item')
  const lines = [
    `Plan: ${plan.workflow} for ${items}, ${plan.parallel} at a time. Nothing was changed.`,
  ]
  if (plan.items.length > 0) lines.push('', ...table(plan.items))
  if (plan.leftOut.length > 0) lines.push('', ...leftOutLines(plan.leftOut))
  if (plan.notes.length > 0) lines.push('', ...plan.notes.map(cleanWords))
  if (plan.items.length > 0) lines.push('', ...expectedLines(plan, now), '', ...commandLines(plan))
  return `${lines.join('\n')}\n`
}

function commandLines({ missing, command }: DryRun): string[] {
  if (missing === null) return [`Run it: ${command}`]
  return [`Cannot run yet: ${cleanWords(missing)}`, `Then run it: ${command}`]
}

/** What it needs, and what it is expected to take. */
function expectedLines({ credentials, estimate, budget }: DryRun, now: number): string[] {
  const limit = budget === null ? '' : ` ${budgetWords(budget, estimate)}`
  return [
    ...(credentials === null ? [] : [credentialsLine(credentials, now)]),
    `${estimateLine(estimate)}${limit}`,
  ]
}

/** By reason, with the first few by name: a long pile of done items is one line. */
function leftOutLines(leftOut: DryRun['leftOut']): string[] {
  const reasons = Map.groupBy(leftOut, ({ why }) => why)
  return [...reasons].map(([why, entries]) => {
    const named = entries.slice(0, MOST_NAMED).map(({ label }) => label)
    const more = entries.length > MOST_NAMED ? `, … ${entries.length - MOST_NAMED} more` : ''
    return `Left out: ${named.join(', ')}${more}: ${cleanWords(why)}`
  })
}

function table(items: readonly PlannedItem[]): string[] {
  const shown = items.slice(0, MOST_SHOWN)
  const hasSteps = shown.some(({ stepsLeft }) => stepsLeft !== null)
  const rows = shown.map((item) => [
    item.label,
    String(item.wave),
    cutTo(cleanWords(item.title), WIDEST_TITLE, '…'),
    ...(hasSteps ? [cleanWords(item.stepsLeft?.join(' ') ?? '')] : []),
    cleanWords(note(item)),
  ])
  const head = ['ITEM', 'WAVE', 'TITLE', ...(hasSteps ? ['STEPS LEFT'] : []), 'NOTE']
  const more = items.length - shown.length
  return [
    ...tableLines(head, rows).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … ${more} more (--dry-run --json lists all)`] : []),
  ]
}

function note(item: PlannedItem): string {
  const notes = []
  if (item.waitsFor.length > 0) notes.push(`waits for ${item.waitsFor.join(', ')}`)
  for (const { id, files, isDone } of item.after) {
    const what = isDone ? `builds on the branch of ${id}` : `waits for ${id}`
    notes.push(`${what}: both change ${files.join(', ')}`)
  }
  if (item.inputChanged) notes.push('input changed since it was done')
  if (item.resumes) notes.push(`${plural(item.stepsSaved.length, 'step')} saved`)
  if (item.note !== null) notes.push(item.note)
  if (item.startsOver !== null) notes.push(`starts over: ${item.startsOver}`)
  return notes.join('; ')
}
