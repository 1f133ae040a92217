import { join } from 'node:path'
import type { LoadedWorkflow } from '../authoring/load-workflow.ts'
import type { Repository } from '../authoring/workflow.ts'
import type { Report } from '../model/event.ts'
import type { Item } from '../model/item.ts'
import type { ModelSettings } from '../model/model-settings.ts'
import type { ToCoordinator, WorkerSetup } from '../protocol/messages.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import { ItemWorktree } from '../repository/item-worktree.ts'
import type { Checkpoint, OpenedCheckpoint } from '../store/checkpoint.ts'
import { openCheckpoint } from '../store/sqlite/checkpoint.ts'
import { alone } from '../store/sqlite/mutex.ts'
import { createAsk, modelOf } from './ask.ts'
import { createCommand } from './command.ts'
import { Conversation } from './conversation.ts'
import { CheckpointUnusable, Interrupted, toReport } from './errors.ts'
import { Interruption } from './interruption.ts'
import { createJournal } from './journal.ts'
import type { ProcessGroups } from './process-groups.ts'
import { createPrompt } from './prompt.ts'

/** How long a step may take to wind up after the run was stopped. Less than the kill's delay. */
const WIND_UP_MS = 1_000

export interface ItemRun {
  readonly workflow: LoadedWorkflow
  readonly item: Item
  readonly checkpoint: string
  readonly conversation: string
  readonly models: ModelSettings
  /** Files that replace the workflow's own prompts. */
  readonly prompts: Readonly<Record<string, string>>
  readonly leases: Leases
  readonly repo: Repository
  readonly groups: ProcessGroups
  readonly signal: AbortSignal
  readonly tell: (message: ToCoordinator) => void
  readonly tellNow: (message: ToCoordinator) => Promise<void>
  readonly print: (line: string) => void
  /** Text of the item's output as it comes, not whole lines. */
  readonly echo: (text: string) => void
  readonly places: WorkerSetup['places']
  readonly settings: Readonly<Record<string, unknown>>
}

/** Works on one item to its end; whatever happens comes back as a report. */
export async function runItem(run: ItemRun): Promise<Report> {
  const interruption = new Interruption(run.signal)
  try {
    interruption.check()
    const { checkpoint, setAside } = open(run)
    if (setAside !== undefined) run.tell({ type: 'checkpoint-set-aside', ...setAside })
    try {
      await Promise.race([runWorkflow(run, checkpoint, interruption), windUp(run.signal)])
    } finally {
      checkpoint.close()
    }
    return { outcome: interruption.hasHappened ? 'interrupted' : 'done' }
  } catch (error) {
    return run.signal.aborted ? { outcome: 'interrupted' } : toReport(error)
  }
}

async function runWorkflow(
  run: ItemRun,
  checkpoint: Checkpoint,
  interruption: Interruption,
): Promise<void> {
  const { repo, signal, tell, print, models, leases, workflow } = run
  const { id, label, title, body, dependsOn, after = [] } = run.item
  const commandIn = (root: string) =>
    createCommand({ ...run, interruption, root, currentStep: journal.currentStep })
  const journal = createJournal({ checkpoint, interruption, tell })
  const conversation = new Conversation(run.conversation)
  await workflow.run(
    { id, label, title, body, dependsOn, after },
    {
      step: journal.step,
      ask: createAsk({
        ...{ models, leases, journal, conversation, interruption, tell },
        workflow: workflow.name,
        item: id,
      }),
      prompt: createPrompt({ workflow, repo, replaced: run.prompts }),
      modelOf: (role) => modelOf(models, role),
      mock: models.mock,
      command: commandIn(repo.root),
      settings: run.settings,
      worktree: (branch) => {
        const folder = join(run.places.worktrees, id)
        const command = commandIn(folder)
        return new ItemWorktree({ repository: repo.root, folder, branch, command }).view()
      },
      alone: (fn) => alone(run.places.mutex, signal, fn),
      log: print,
      repo,
      signal,
    },
  )
}

function open(run: ItemRun): OpenedCheckpoint {
  try {
    return openCheckpoint(run.checkpoint, {
      inputHash: run.item.inputHash,
      workflowVersion: run.workflow.version,
      mock: run.models.mock,
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
