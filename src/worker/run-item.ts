import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { LoadedWorkflow } from '../authoring/checked-workflow.ts'
import { fillPrompt } from '../authoring/fill-prompt.ts'
import type { Repository } from '../authoring/repository.ts'
import type { GitHubActions, RunContext } from '../authoring/run-context.ts'
import { withContext } from '../context/with-context.ts'
import type { Report } from '../model/event.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { StartMessage, ToCoordinator, WorkerSetup } from '../protocol/messages.ts'
import type { ModelAnswer } from '../providers/ask-once.ts'
import { userRepository } from '../repository/user-repository.ts'
import { guarded } from '../repository/worktree/guarded-worktree.ts'
import { itemWorktree } from '../repository/worktree/item-worktree.ts'
import type { Checkpoint, OpenedCheckpoint } from '../store/checkpoint.ts'
import { openItemStore } from '../store/open-store.ts'
import type { ItemStore } from '../store/store.ts'
import { createAsk } from './ask.ts'
import { type askModel, playerOf } from './ask-model.ts'
import { createCommand } from './command.ts'
import { ConversationLog } from './conversation-log.ts'
import { checkpointUnusable, Interrupted, toReport } from './errors.ts'
import { createGate } from './gate.ts'
import { Interruption } from './interruption.ts'
import type { LeaseClient } from './lease-client.ts'
import { modelUsage } from './model-usage.ts'
import type { ProcessGroups } from './process-groups.ts'
import { createJournal } from './resume-steps.ts'

/** How long a step may take to wind up after the run was stopped. Less than the kill's delay. */
const WIND_UP_MS = 1_000

export interface ItemRun extends Omit<StartMessage, 'type' | 'fingerprints'> {
  readonly workflow: LoadedWorkflow
  readonly setup: WorkerSetup
  readonly leases: LeaseClient
  readonly repo: Repository
  readonly github: GitHubActions
  readonly groups: ProcessGroups
  readonly signal: AbortSignal
  readonly send: (message: ToCoordinator) => void
  readonly sendNow: (message: ToCoordinator) => Promise<void>
  /** Calls a model; a test answers instead. */
  readonly askModel: typeof askModel
  /** Where commands print. */
  readonly output: 'inherit' | number
  readonly print: (line: string) => void
  /** Text of the item's output as it comes, not whole lines. */
  readonly echo: (text: string) => void
  readonly redactor: Redactor
}

/** Works on one item to its end; whatever happens comes back as a report. */
export async function runItem(run: ItemRun): Promise<Report> {
  const interruption = new Interruption(run.signal)
  const { mock } = run.setup.models
  const store = openItemStore(run.setup.store, {
    workflow: run.workflow.name,
    item: run.item.id,
    mock,
  })
  try {
    interruption.check()
    const { checkpoint, setAside } = await open(run, store)
    if (setAside !== undefined) run.send({ type: 'checkpoint-set-aside', ...setAside })
    try {
      const working = runWorkflow(run, { store, checkpoint, interruption })
      await Promise.race([working, windUp(run.signal)])
    } finally {
      await checkpoint.close()
    }
    return { outcome: interruption.hasHappened ? 'interrupted' : 'done' }
  } catch (error) {
    const files = { root: run.repo.root, source: run.workflow.source }
    return run.signal.aborted ? { outcome: 'interrupted' } : toReport(error, files)
  } finally {
    await store.close()
  }
}

async function runWorkflow(
  run: ItemRun,
  {
    store,
    checkpoint,
    interruption,
  }: {
    readonly store: ItemStore
    readonly checkpoint: Checkpoint
    readonly interruption: Interruption
  },
): Promise<void> {
  const { repo, signal, send, print, leases, workflow, redactor } = run
  const { models, gates: wanted, command, settings, worktrees, contextCache } = run.setup
  const { id, label, title, body, inputHash, dependsOn, after = [] } = run.item
  const commandIn = (root: string) =>
    createCommand({ ...run, interruption, root, here: journal.here })
  const journal = createJournal({
    checkpoint,
    interruption,
    send,
    newSpan: () => randomBytes(8).toString('hex'),
    redactor,
  })
  await workflow.run(
    { id, label, title, body, dependsOn, after },
    {
      step: journal.step,
      ask: createAsk({
        askModel: run.askModel,
        models,
        journal,
        log: new ConversationLog(run.conversation),
        interruption,
        send,
        redactor,
        leasesFor: (ask) => leases.for(ask),
        ways: new Map(),
        emitContent: run.setup.emitContent,
        workflow: workflow.name,
        item: id,
      }),
      gate: createGate({
        item: { workflow: workflow.name, item: id, inputHash, mock: models.mock, command },
        gates: store.gates,
        journal,
        print,
        send,
        wanted,
        redactor,
      }),
      number: (series, taken = []) =>
        store.numbers.reserve({ series, workflow: workflow.name, item: id, taken }),
      prompt: async (name, words = {}) => fillPrompt(name, await promptText(run, name), words),
      modelOf: (role) => playerOf(models, role).model,
      usage: () => modelUsage(journal.saved('ask') as readonly ModelAnswer[]),
      mock: models.mock,
      command: commandIn(repo.root),
      settings,
      worktree: (branch, options) => {
        const folder = join(worktrees, id)
        const own = { ...options, repository: repo.root, folder, branch, redactor }
        const files = withContext(userRepository(folder, repo.folders), contextCache)
        return guarded(itemWorktree({ ...own, files, command: commandIn(folder) }), redactor)
      },
      alone: (fn) => store.alone(signal, fn),
      produced: (result) => send(producedFact(result)),
      withoutSecrets: (text) => redactor.redact(text),
      log: print,
      github: run.github,
      repo,
      signal,
    },
  )
}

/** The workflow's own prompt, or that of the file which the config names instead; checked before the run began. */
async function promptText({ workflow, repo, setup }: ItemRun, name: string): Promise<string> {
  const own = workflow.prompts[name]
  if (own === undefined) throw new Error(`Workflow ${workflow.name} has no prompt "${name}".`)
  const path = setup.prompts[`${workflow.name}.${name}`]
  const text = path === undefined ? own : await repo.read(path)
  if (text === undefined) throw new Error(`Prompt file ${path} is gone.`)
  return text
}

async function open(run: ItemRun, store: ItemStore): Promise<OpenedCheckpoint> {
  const { inputHash } = run.item
  const { version: workflowVersion } = run.workflow
  const identity = { inputHash, workflowVersion, mock: run.setup.models.mock }
  try {
    return await store.openCheckpoint(identity, {
      keys: run.sealKeys,
      onPutBack: (path) =>
        run.print(`${path} had been removed; it was put back with all that was saved`),
      onForeign: ({ kind, key }) =>
        run.print(
          `the checkpoint has a result (${kind} "${key}") that this worker did not save; it was removed`,
        ),
    })
  } catch (error) {
    throw checkpointUnusable(error)
  }
}

/** Rejects some time after the run was stopped: work that pays no heed is left behind. */
function windUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(new Interrupted()), WIND_UP_MS))
  })
}

function producedFact(result: Parameters<RunContext['produced']>[0]) {
  const type = 'item-produced'
  if ('path' in result) return { type, what: 'file', where: result.path } as const
  const { branch, base } = result
  return { type, what: 'branch', where: branch, ...(base === undefined ? {} : { base }) } as const
}
