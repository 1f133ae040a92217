import { existsSync } from 'node:fs'
import type { WorkflowName } from '../model/ids.ts'
import { cleanWords } from '../reporters/clean-text.ts'
import { leftOutWords, plural } from '../reporters/words.ts'
import { waveOf } from '../scheduler/dependencies.ts'
import type { Selection } from '../scheduler/select.ts'
import type { StateDirectory } from '../store/state-directory.ts'
import { type Estimate, estimateLine } from './estimate.ts'

const MOST_NAMED = 5

export interface DryRun {
  readonly schema: 'agentos.dry-run/1'
  readonly workflow: string
  readonly parallel: number
  readonly items: readonly {
    readonly id: string
    readonly label: string
    readonly title: string
    /** Items of one wave wait for none of each other. */
    readonly wave: number
    readonly waitsFor: readonly string[]
    /** Earlier items that change the same files: it waits for them, or builds on what they did. */
    readonly after: readonly {
      readonly id: string
      readonly files: readonly string[]
      readonly isDone: boolean
    }[]
    /** There is saved progress to go on from. */
    readonly resumes: boolean
    readonly inputChanged: boolean
  }[]
  readonly leftOut: readonly { readonly id: string; readonly label: string; readonly why: string }[]
  /** Null if the workflow does not say which calls it makes. */
  readonly estimate: Estimate | null
  /** What the workflow says besides. */
  readonly notes: readonly string[]
  readonly command: string
}

/** What a run would do, from reading alone. */
export function planDryRun(options: {
  readonly workflow: WorkflowName
  readonly parallel: number
  readonly selection: Selection
  readonly state: StateDirectory
  readonly estimate: Estimate | null
  readonly notes: readonly string[]
  readonly command: string
}): DryRun {
  const { workflow, parallel, selection, state, estimate, notes, command } = options
  const waves = waveOf(
    selection.chosen.map(({ item, waitsFor, after }) => ({
      id: item.id,
      waitsFor: [...waitsFor, ...after.filter(({ isDone }) => !isDone).map(({ id }) => id)],
    })),
  )
  return {
    schema: 'agentos.dry-run/1',
    workflow,
    parallel,
    items: selection.chosen.map(({ item, waitsFor, after, inputChanged }) => ({
      id: item.id,
      label: item.label,
      title: item.title,
      wave: waves.get(item.id) ?? 1,
      waitsFor,
      after,
      resumes: existsSync(state.checkpoint(workflow, item.id)),
      inputChanged,
    })),
    leftOut: selection.leftOut.map(({ item, why }) => ({
      id: item.id,
      label: item.label,
      why: leftOutWords(why),
    })),
    estimate,
    notes,
    command,
  }
}

export function dryRunText(plan: DryRun): string {
  const items = plural(plan.items.length, 'item')
  const lines = [
    `Plan: ${plan.workflow} for ${items}, ${plan.parallel} at a time. Nothing was changed.`,
  ]
  if (plan.items.length > 0) lines.push('', ...table(plan))
  if (plan.leftOut.length > 0) lines.push('', ...leftOutLines(plan.leftOut))
  if (plan.notes.length > 0) lines.push('', ...plan.notes.map(cleanWords))
  if (plan.estimate !== null && plan.items.length > 0) lines.push('', estimateLine(plan.estimate))
  if (plan.items.length > 0) lines.push('', `Run it: ${plan.command}`)
  return `${lines.join('\n')}\n`
}

/** By reason, with the first few by name: a long pile of done items is one line. */
function leftOutLines(leftOut: DryRun['leftOut']): string[] {
  const reasons = Map.groupBy(leftOut, ({ why }) => why)
  return [...reasons].map(([why, entries]) => {
    const named = entries.slice(0, MOST_NAMED).map(({ label }) => label)
    const more = entries.length > MOST_NAMED ? `, … ${entries.length - MOST_NAMED} more` : ''
    return `Left out: ${named.join(', ')}${more}: ${why}`
  })
}

function table(plan: DryRun): string[] {
  const width = longest(
    plan.items.map(({ label }) => label),
    4,
  )
  const titles = plan.items.map(({ title }) => cleanWords(title))
  const titleWidth = Math.min(48, longest(titles, 5))
  return [
    `  ${'ITEM'.padEnd(width)}  WAVE  ${'TITLE'.padEnd(titleWidth)}  NOTE`.trimEnd(),
    ...plan.items.map((item, index) => {
      const title = shortened(titles[index] ?? '', titleWidth).padEnd(titleWidth)
      return `  ${item.label.padEnd(width)}  ${String(item.wave).padEnd(4)}  ${title}  ${note(item)}`.trimEnd()
    }),
  ]
}

function note(item: DryRun['items'][number]): string {
  const notes = []
  if (item.waitsFor.length > 0) notes.push(`waits for ${item.waitsFor.join(', ')}`)
  for (const { id, files, isDone } of item.after) {
    const what = isDone ? `builds on the branch of ${id}` : `waits for ${id}`
    notes.push(`${what}: both change ${files.join(', ')}`)
  }
  if (item.inputChanged) notes.push('input changed since it was done')
  if (item.resumes) notes.push('goes on from its saved steps')
  return notes.join('; ')
}

function longest(texts: readonly string[], least: number): number {
  return texts.reduce((most, { length }) => Math.max(most, length), least)
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
