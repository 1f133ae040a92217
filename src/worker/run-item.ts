import type { LoadedWorkflow } from '../authoring/load-workflow.ts'
import type { Repository } from '../authoring/workflow.ts'
import type { Report } from '../model/event.ts'
import type { Item } from '../model/item.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import type { Checkpoint, OpenedCheckpoint } from '../store/checkpoint.ts'
import { openCheckpoint } from '../store/sqlite/checkpoint.ts'
import { createCommand } from './command.ts'
import { CheckpointUnusable, Interrupted, toFailure } from './errors.ts'
import { createJournal } from './journal.ts'
import type { ProcessGroups } from './process-groups.ts'

/** How long a step may take to wind up after the run was stopped. Less than the kill's delay. */
const WIND_UP_MS = 1_000

export interface ItemRun {
  readonly workflow: LoadedWorkflow
  readonly item: Item
  readonly checkpoint: string
  readonly repo: Repository
  readonly groups: ProcessGroups
  readonly signal: AbortSignal
  readonly tell: (message: ToCoordinator) => void
  readonly tellNow: (message: ToCoordinator) => Promise<void>
  readonly print: (line: string) => void
}

/** Works on one item to its end; whatever happens comes back as a report. */
export async function runItem(run: ItemRun): Promise<Report> {
  try {
    const { checkpoint, setAside } = open(run)
    if (setAside !== undefined) run.tell({ type: 'checkpoint-set-aside', ...setAside })
    try {
      await Promise.race([runWorkflow(run, checkpoint), windUp(run.signal)])
    } finally {
      checkpoint.close()
    }
    return { outcome: 'done' }
  } catch (error) {
    const failure = run.signal.aborted ? 'interrupted' : toFailure(error)
    return failure === 'interrupted' ? { outcome: 'interrupted' } : { outcome: 'failed', failure }
  }
}

async function runWorkflow(run: ItemRun, checkpoint: Checkpoint): Promise<void> {
  const { repo, signal, tell, print } = run
  const { id, label, title, body } = run.item
  const { step, currentStep } = createJournal({ checkpoint, signal, tell })
  const command = createCommand({ ...run, root: repo.root, currentStep })
  await run.workflow.run({ id, label, title, body }, { step, command, log: print, repo, signal })
}

function open(run: ItemRun): OpenedCheckpoint {
  try {
    return openCheckpoint(run.checkpoint, {
      inputHash: run.item.inputHash,
      workflowVersion: run.workflow.version,
    })
  } catch (error) {
    throw new CheckpointUnusable(`Checkpoint ${run.checkpoint} cannot be used`, { cause: error })
  }
}

/** Rejects some time after the run was stopped: work that pays no heed is left behind. */
function windUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(new Interrupted()), WIND_UP_MS))
  })
}
