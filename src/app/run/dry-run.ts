import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import type { Estimate } from '../../model/estimate.ts'
import type { ItemId } from '../../model/ids.ts'
import { withOwnCommands } from '../../reporters/words/own-commands.ts'
import { leftOutWords, SET_ASIDE } from '../../reporters/words/words.ts'
import { waveOf } from '../../scheduler/dependencies.ts'
import { type Selection, waitedFor } from '../../scheduler/select.ts'
import type { CredentialReport } from '../credential-report.ts'
import type { Progress } from './saved-progress.ts'

/** A plan, as `--dry-run --json` prints it. */
export interface DryRun {
  readonly schema: 'agentos.dry-run/1'
  readonly workflow: string
  readonly parallel: number
  readonly items: readonly PlannedItem[]
  readonly leftOut: readonly { readonly id: string; readonly label: string; readonly why: string }[]
  /** Null if the run needs none. */
  readonly credentials: readonly CredentialReport[] | null
  /** Null if there is nothing to go by. */
  readonly estimate: Estimate | null
  /** Dollars that the run may cost; null if it asks no model that costs anything. */
  readonly budget: number | null
  /** What the workflow says besides. */
  readonly notes: readonly string[]
  /** Why a run would be refused; null if nothing is missing. */
  readonly missing: string | null
  readonly command: string
}

export interface PlannedItem {
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
  /** There is saved progress to resume from. */
  readonly resumes: boolean
  readonly stepsSaved: readonly string[]
  /** Of the steps that the workflow names; null if it names none. */
  readonly stepsLeft: readonly string[] | null
  /** Why its saved progress does not count. */
  readonly startsOver: string | null
  readonly inputChanged: boolean
  /** What the workflow says about it; null if nothing. */
  readonly note: string | null
}

/** What a run would do, from reading alone. */
export function planDryRun(options: {
  readonly workflow: Pick<LoadedWorkflow, 'name' | 'steps'>
  readonly parallel: number
  readonly selection: Selection
  readonly saved: ReadonlyMap<ItemId, Progress>
  readonly credentials: readonly CredentialReport[] | null
  readonly estimate: Estimate | null
  readonly config: { readonly limits: { readonly runCost: number } }
  readonly notes: readonly string[]
  readonly missing: string | null
  readonly command: string
}): DryRun {
  const { workflow, parallel, selection, saved, credentials, estimate, notes, command } = options
  const { chosen, leftOut } = selection
  const waves = waveOf(chosen.map((entry) => ({ id: entry.item.id, waitsFor: waitedFor(entry) })))
  return {
    schema: 'agentos.dry-run/1',
    workflow: workflow.name,
    parallel,
    items: chosen.map(
      ({ item: { id, label, title, note = null }, waitsFor, after, inputChanged }) => ({
        ...{ id, label, title, wave: waves.get(id) ?? 1, waitsFor, after },
        ...progressOf(saved.get(id), workflow.steps),
        inputChanged,
        note,
      }),
    ),
    leftOut: leftOut.map(({ item: { id, label }, why }) => ({
      id,
      label,
      why: withOwnCommands(leftOutWords(why, label), command),
    })),
    credentials,
    estimate,
    budget: credentials === null ? null : options.config.limits.runCost,
    notes,
    missing: options.missing,
    command,
  }
}

function progressOf(
  progress: Progress | undefined,
  named: readonly string[],
): Pick<PlannedItem, 'resumes' | 'stepsSaved' | 'stepsLeft' | 'startsOver'> {
  const { steps = [], startsOver } = progress ?? {}
  return {
    resumes: steps.length > 0,
    stepsSaved: steps,
    stepsLeft: named.length === 0 ? null : named.filter((name) => !steps.includes(name)),
    startsOver: startsOver === undefined ? null : SET_ASIDE[startsOver],
  }
}
