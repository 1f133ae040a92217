import { existsSync } from 'node:fs'
import type { WorkflowName } from '../model/ids.ts'
import { leftOutWords, plural } from '../reporters/words.ts'
import { waveOf } from '../scheduler/dependencies.ts'
import type { Selection } from '../scheduler/select.ts'
import type { StateDirectory } from '../store/state-directory.ts'

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
    /** There is saved progress to go on from. */
    readonly resumes: boolean
    readonly inputChanged: boolean
  }[]
  readonly leftOut: readonly { readonly id: string; readonly label: string; readonly why: string }[]
  readonly command: string
}

/** What a run would do, from reading alone. */
export function planDryRun(options: {
  readonly workflow: WorkflowName
  readonly parallel: number
  readonly selection: Selection
  readonly state: StateDirectory
  readonly command: string
}): DryRun {
  const { workflow, parallel, selection, state, command } = options
  const waves = waveOf(selection.chosen.map(({ item, waitsFor }) => ({ id: item.id, waitsFor })))
  return {
    schema: 'agentos.dry-run/1',
    workflow,
    parallel,
    items: selection.chosen.map(({ item, waitsFor, inputChanged }) => ({
      id: item.id,
      label: item.label,
      title: item.title,
      wave: waves.get(item.id) ?? 1,
      waitsFor,
      resumes: existsSync(state.checkpoint(workflow, item.id)),
      inputChanged,
    })),
    leftOut: selection.leftOut.map(({ item, why }) => ({
      id: item.id,
      label: item.label,
      why: leftOutWords(why),
    })),
    command,
  }
}

export function dryRunText(plan: DryRun): string {
  const items = plural(plan.items.length, 'item')
  const lines = [
    `Plan: ${plan.workflow} for ${items}, ${plan.parallel} at a time. Nothing was changed.`,
  ]
  if (plan.items.length > 0) lines.push('', ...table(plan))
  if (plan.leftOut.length > 0) {
    lines.push('', `Left out: ${plan.leftOut.length}`)
    for (const { label, why } of plan.leftOut) lines.push(`  ${label}  ${why}`)
  }
  if (plan.items.length > 0) lines.push('', `Run it: ${plan.command}`)
  return `${lines.join('\n')}\n`
}

function table(plan: DryRun): string[] {
  const width = Math.max(4, ...plan.items.map((item) => item.label.length))
  const titleWidth = Math.min(48, Math.max(5, ...plan.items.map((item) => item.title.length)))
  return [
    `  ${'ITEM'.padEnd(width)}  WAVE  ${'TITLE'.padEnd(titleWidth)}  NOTE`.trimEnd(),
    ...plan.items.map((item) => {
      const title = item.title.slice(0, titleWidth).padEnd(titleWidth)
      return `  ${item.label.padEnd(width)}  ${String(item.wave).padEnd(4)}  ${title}  ${note(item)}`.trimEnd()
    }),
  ]
}

function note(item: DryRun['items'][number]): string {
  const notes = []
  if (item.waitsFor.length > 0) notes.push(`waits for ${item.waitsFor.join(', ')}`)
  if (item.inputChanged) notes.push('input changed since it was done')
  if (item.resumes) notes.push('goes on from its saved steps')
  return notes.join('; ')
}
